import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: 'De la clave al agente conectado',
    duration: 'unos cinco minutos',
    key: 'Crea una clave',
    keyExists: 'La clave {name} tiene acceso a este banco. Su valor se mostró una sola vez, al crearla.',
    keyAnother: 'Crear otra clave',
    dismiss: 'Descartar los primeros pasos',
    retain: 'Memoriza un texto',
    retainText: 'Envía una frase, un chat o un archivo. Sin modelo de lenguaje, las reglas integradas extraen sus hechos.',
    sentence: 'Ana se mudó a Oporto porque allí el estudio es más barato.',
    copy: 'el comando que memoriza una frase',
    code: 'un comando curl que memoriza una frase',
    listening: 'Esperando el primer recuerdo. Esta página se actualiza automáticamente.',
    ask: 'Recupéralo',
    askText: 'La recuperación lo encuentra por significado, palabras, fecha y nombres.',
    question: '¿Por qué se mudó Ana a Oporto?',
    askCopy: 'el comando que lo recupera',
    askCode: 'un comando curl que lo recupera',
    connect: 'Conecta tu agente',
    connectText: 'Cada cliente tiene sus pasos y su código, con una clave o iniciando sesión.',
    connectAll: 'Todos los clientes',
  },
  appears: {
    title: 'Qué aparecerá aquí',
    world: 'Hechos: un producto, un precio, una regla.',
    experience: 'Sucesos: una llamada, una reparación, una promesa.',
    observation: 'Conclusiones de varios hechos, con todos ellos como evidencia.',
  },
  sample: {
    load: 'Cargar la conversación de ejemplo',
    loading: 'Enviando',
    text: '233 turnos de cinco amigos y su asistente a lo largo de seis meses, en 22 documentos con la etiqueta demo. Si hay un modelo de lenguaje configurado, consume tokens.',
    sent: 'La conversación de ejemplo se está procesando',
    sentDetail: 'Continúa aunque salgas de la página. Su operación muestra el progreso.',
    failed: 'No se pudo cargar la conversación de ejemplo',
  },
  questions: {
    title: 'Pregunta al ejemplo',
    note: 'en inglés, como el ejemplo',
    about: {
      person: 'una persona',
      cause: 'una causa',
      time: 'un momento',
      decision: 'una decisión que cambió',
      experience: 'lo que hizo el agente',
    },
  },
};
