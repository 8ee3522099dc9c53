import { plural } from '#components/strings/counted';

/** Counts a noun. An exact number of millions takes "de": "1.000.000 de recuerdos". */
const noun =
  (one: string, many: string) =>
  (n: number): string =>
    plural(n, { one: `# ${one}`, many: `# de ${many}`, other: `# ${many}` });

export const nMemories = noun('recuerdo', 'recuerdos');
export const nFacts = noun('hecho', 'hechos');
export const nWorldFacts = noun('hecho del mundo', 'hechos del mundo');
export const nExperiences = noun('experiencia', 'experiencias');
export const nObservations = noun('observación', 'observaciones');
export const nMentalModels = noun('modelo mental', 'modelos mentales');
export const nEntities = noun('entidad', 'entidades');
export const nDocuments = noun('documento', 'documentos');
export const nChunks = noun('fragmento', 'fragmentos');
export const nSources = noun('fuente', 'fuentes');
export const nLinks = noun('relación', 'relaciones');
export const nTags = noun('etiqueta', 'etiquetas');
export const nBanks = noun('banco', 'bancos');
export const nKeys = noun('clave', 'claves');
export const nChildKeys = noun('clave hija', 'claves hijas');
export const nMembers = noun('miembro', 'miembros');
export const nEntries = noun('entrada', 'entradas');
export const nSettings = noun('ajuste', 'ajustes');
export const nOperations = noun('operación', 'operaciones');
export const nItems = noun('elemento', 'elementos');
export const nParts = noun('parte', 'partes');
export const nCalls = noun('llamada', 'llamadas');
export const nTokens = noun('token', 'tokens');
export const nCharacters = noun('carácter', 'caracteres');
export const nWords = noun('palabra', 'palabras');
export const nLines = noun('línea', 'líneas');
export const nDays = noun('día', 'días');
export const nHours = noun('hora', 'horas');
export const nMinutes = noun('minuto', 'minutos');
export const nSeconds = noun('segundo', 'segundos');
