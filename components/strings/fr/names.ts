/** "de Lisbonne", "d’Acme" */
export const de = (name: string): string => (/^[aeiouàâéèêëîïôùûœæ]/i.test(name) ? `d’${name}` : `de ${name}`);
