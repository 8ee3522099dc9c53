import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: 'Kürzel mit nur einer Taste funktionieren, solange Sie nichts eingeben.',
  list: [
    { keys: ['Strg', 'K'], does: 'Suchen oder springen' },
    { keys: ['/'], does: 'Liste durchsuchen' },
    { keys: ['J'], does: 'Nächste Zeile' },
    { keys: ['K'], does: 'Vorherige Zeile' },
    { keys: ['Eingabe'], does: 'Zeile öffnen' },
    { keys: ['X'], does: 'Zeile auswählen' },
    { keys: ['Esc'], does: 'Geöffnetes Panel schließen' },
    { keys: ['N'], does: 'Nächste Änderung, beim Vergleich von Versionen' },
    { keys: ['P'], does: 'Vorherige Änderung' },
    { keys: ['['], does: 'Vorheriges Versionspaar' },
    { keys: [']'], does: 'Nächstes Versionspaar' },
    { keys: ['Alt', '↑'], does: 'Seite oder Ordner verschieben' },
    { keys: ['F2'], does: 'Seite oder Ordner umbenennen' },
    { keys: ['Strg', 'Eingabe'], does: 'Formular absenden' },
    { keys: ['?'], does: 'Diese Liste anzeigen' },
  ],
};
