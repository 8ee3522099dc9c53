import { translated } from '#components/strings/translated';

/** The list of keyboard shortcuts. */
export const shortcuts = translated('shortcuts', {
  purpose: 'Single-key shortcuts work when you are not typing.',
  list: [
    { keys: ['Ctrl', 'K'], does: 'Search or jump to' },
    { keys: ['/'], does: 'Search the list' },
    { keys: ['J'], does: 'Next row' },
    { keys: ['K'], does: 'Previous row' },
    { keys: ['Enter'], does: 'Open row' },
    { keys: ['X'], does: 'Select row' },
    { keys: ['Esc'], does: 'Close the open panel' },
    { keys: ['N'], does: 'Next change, when comparing versions' },
    { keys: ['P'], does: 'Previous change' },
    { keys: ['['], does: 'Previous pair of versions' },
    { keys: [']'], does: 'Next pair of versions' },
    { keys: ['Alt', '↑'], does: 'Move a page or folder' },
    { keys: ['F2'], does: 'Rename a page or folder' },
    { keys: ['Ctrl', 'Enter'], does: 'Submit form' },
    { keys: ['?'], does: 'Show this list' },
  ],
});
