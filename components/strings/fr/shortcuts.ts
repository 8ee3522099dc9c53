import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: 'Les raccourcis à une touche fonctionnent quand vous n’êtes pas en train d’écrire.',
  list: [
    { keys: ['Ctrl', 'K'], does: 'Chercher ou aller à' },
    { keys: ['/'], does: 'Chercher dans la liste' },
    { keys: ['J'], does: 'Ligne suivante' },
    { keys: ['K'], does: 'Ligne précédente' },
    { keys: ['Entrée'], does: 'Ouvrir la ligne' },
    { keys: ['X'], does: 'Sélectionner la ligne' },
    { keys: ['Échap'], does: 'Fermer le panneau ouvert' },
    { keys: ['N'], does: 'Modification suivante, en comparant des versions' },
    { keys: ['P'], does: 'Modification précédente' },
    { keys: ['['], does: 'Paire de versions précédente' },
    { keys: [']'], does: 'Paire de versions suivante' },
    { keys: ['Alt', '↑'], does: 'Déplacer une page ou un dossier' },
    { keys: ['F2'], does: 'Renommer une page ou un dossier' },
    { keys: ['Ctrl', 'Entrée'], does: 'Envoyer le formulaire' },
    { keys: ['?'], does: 'Afficher cette liste' },
  ],
};
