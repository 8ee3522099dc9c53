import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: 'Asistente personal',
    mission: 'La memoria de un asistente personal: lo que a una persona le gusta, planea y ha prometido, para no tener que repetir nada.',
    extraction: 'Preferencias, planes con sus fechas, promesas y las personas de la vida del usuario. Nada de charla trivial.',
    models: {
      preferences: {
        name: 'Preferencias',
        question: 'Preferencias: comida, bebidas, viajes y otras cosas que prefiere, le gustan, le encantan, odia o evita',
      },
      'plans-and-promises': { name: 'Planes y promesas', question: 'Planes, viajes, reservas, reuniones, citas y promesas con sus fechas' },
      people: { name: 'Personas', question: 'Personas: pareja, esposa, marido, hijos, padres, hermanos, hermanas, amigos y compañeros' },
    },
    directives: {
      dates: { name: 'Fechas exactas', rule: 'Da la fecha exacta de cada plan, cita y plazo.' },
      privacy: { name: 'Salud y dinero', rule: 'Menciona la salud y el dinero solo si la pregunta trata de ellos.' },
    },
  },
  'coding-agent': {
    name: 'Agente de programación',
    mission: 'La memoria de un agente de programación: las convenciones del código, por qué se construyó así y qué intentos fallaron.',
    extraction: 'Convenciones, comandos, decisiones con sus motivos, errores con su causa y su solución, e intentos fallidos.',
    models: {
      conventions: {
        name: 'Convenciones',
        question: 'Convenciones: nombres de archivos, estilo del código, y comandos y herramientas para compilar, probar y ejecutar',
      },
      decisions: { name: 'Decisiones', question: 'Decisiones: qué se decidió, eligió o reemplazó, y por qué' },
      pitfalls: {
        name: 'Errores y soluciones',
        question: 'Errores, fallos e intentos fallidos: qué los causó y qué los corrigió o resolvió',
      },
    },
    directives: {
      names: { name: 'Nombres exactos', rule: 'Cita literalmente comandos, rutas de archivos, versiones y mensajes de error.' },
      current: { name: 'Decisiones vigentes', rule: 'Si una decisión reemplazó a otra, da solo la vigente, con su motivo.' },
    },
  },
  'support-agent': {
    name: 'Agente de soporte',
    mission: 'La memoria de un equipo de soporte: qué comunicaron los clientes, qué lo resolvió y qué sigue abierto.',
    extraction: 'Problemas con producto y versión, sus soluciones, solicitudes abiertas y lo que usa cada cliente.',
    models: {
      'known-problems': {
        name: 'Problemas conocidos',
        question: 'Problemas, errores y fallos que se comunicaron, y qué los resolvió o corrigió',
      },
      'open-cases': { name: 'Casos abiertos', question: 'Casos, tickets y solicitudes que están abiertos, en espera o sin resolver' },
      customers: { name: 'Clientes', question: 'Clientes: ¿qué plan, producto y versión usan?' },
    },
    directives: {
      promises: { name: 'Sin promesas', rule: 'Nunca prometas una fecha, un reembolso o una función que no figure en ningún recuerdo.' },
      privacy: { name: 'Privacidad', rule: 'Nunca menciones a un cliente en una respuesta a otro.' },
    },
  },
  'sales-team': {
    name: 'Equipo de ventas',
    mission: 'La memoria de un equipo de ventas: quién decide en cada cliente, qué necesita y cuál es el siguiente paso de cada negocio.',
    extraction: 'Contactos con sus funciones, presupuestos, fases, siguientes pasos con fecha, objeciones y competidores.',
    models: {
      contacts: { name: 'Contactos', question: 'Contactos: ¿quién decide, firma o dirige en cada cliente?' },
      deals: { name: 'Negocios', question: 'Negocios: presupuesto, precio, oferta, fase y siguiente paso' },
      objections: { name: 'Objeciones', question: 'Objeciones, preocupaciones y competidores de los clientes' },
    },
    directives: {
      'next-step': {
        name: 'Siguiente paso',
        rule: 'Termina una respuesta sobre un cliente con el siguiente paso, su responsable y su fecha.',
      },
      figures: { name: 'Cifras', rule: 'Da precios, presupuestos y descuentos solo con la fecha en que se mencionaron.' },
    },
  },
  'research-notes': {
    name: 'Notas de investigación',
    mission: 'La memoria de un proyecto de investigación: resultados con sus fuentes, métodos y preguntas abiertas.',
    extraction: 'Resultados con cifras y fuentes, métodos, conjuntos de datos, hipótesis y preguntas abiertas.',
    models: {
      findings: { name: 'Resultados', question: 'Resultados: qué muestran, encuentran o comunican los experimentos y los artículos' },
      methods: { name: 'Métodos', question: 'Métodos, conjuntos de datos, corpus y parámetros que se usaron' },
      'open-questions': {
        name: 'Preguntas abiertas',
        question: 'Preguntas abiertas: qué se desconoce, no está claro, no se ha probado o debería probarse',
      },
    },
    directives: {
      sources: { name: 'Fuentes', rule: 'Nombra la fuente de cada resultado y separa los resultados de las suposiciones.' },
      disagreement: { name: 'Desacuerdos', rule: 'Si las fuentes no coinciden, da los dos resultados con sus cifras.' },
    },
  },
};
