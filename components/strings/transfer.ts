import { count } from '#components/strings/counted';
import { translated } from '#components/strings/translated';

/** Texts about exports, copies and templates of a bank. */
export const transfer = translated('transfer', {
  exports: {
    bank: {
      title: 'Export bank',
      text: 'A ZIP file with everything in the bank: documents, memories, observations, mental models, directives, settings and history. A bank that is restored from it equals this one. Keys and secrets are never included.',
    },
    documents: {
      title: 'Export documents',
      text: 'A ZIP file with the documents and their memories, without settings, mental models and history.',
    },
  },
  starting: 'Starting',
  exportStarted: 'Export started',
  exportStartedDetail: 'The file can be downloaded here and in the operations tray when it is complete.',
  exportFailed: 'Could not start the export',

  files: 'Exported files',
  filesFailed: 'Could not load the exported files',
  kinds: { bank: 'Bank', documents: 'Documents' },
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  until: 'Available until {time}',
  fileDeleted: 'The file was deleted because something of the bank was permanently deleted. Export again.',
  facts: { file: 'File', size: 'Size', available: 'Available', digest: 'SHA-256' },
  untilTime: 'until {time}',

  copy: 'Copy bank',
  copyText: 'A new bank with the same memories, mental models, settings, history and vectors. No language model is called.',
  copyId: 'ID of the copy',
  copyIdHelp: 'Must not exist yet. The copy appears among the banks when it is complete.',
  copyIdMissing: 'Enter an ID.',
  copySentence: 'Copies {bank} to the new bank {id}.',
  copyStarted: (id: string) => `Copying to ${id}`,
  copyStartedDetail: 'The operations tray links to the copy when it is complete.',
  copyFailed: 'Could not copy the bank',

  saveTemplate: 'Export as template',
  saveTemplateText: 'A JSON file with the settings, mental models and directives of this bank, without memories. It sets up other banks.',
  saving: 'Exporting',
  templateSaved: (name: string) => `${name} saved`,
  saveTemplateFailed: 'Could not export the template',

  applyTemplate: 'Apply a template',
  applyTemplateText:
    'Sets settings, and creates or updates mental models and directives. Memories do not change. You see first what will change.',
  gallery: 'Template',
  templateFile: 'Choose a file',
  notTemplate: 'Not a template: the file must contain a JSON object with “version”.',
  templateTooLarge: 'Not a template: the file is larger than 1 MB.',
  preview: 'What will change',
  previewing: 'Comparing the template with the bank',
  previewFailed: 'The template cannot be applied',
  noChanges: 'Mental models and directives of the bank equal the template.',
  groups: {
    settings: 'Settings to set',
    modelsCreated: 'New mental models',
    modelsUpdated: 'Changed mental models',
    directivesCreated: 'New directives',
    directivesUpdated: 'Changed directives',
  },
  choose: 'Choose a template or a file to see what would change.',
  apply: 'Apply',
  applying: 'Applying',
  applied: 'Template applied',
  refreshes: (n: number) => `${count(n, 'mental model')} will be refreshed.`,
  applyFailed: 'Could not apply the template',

  counts: {
    documents: (n: number) => count(n, 'document'),
    facts: (n: number) => count(n, 'memory', 'memories'),
    observations: (n: number) => count(n, 'observation'),
    mental_models: (n: number) => count(n, 'mental model'),
    knowledge_pages: (n: number) => count(n, 'knowledge page'),
  },
  skipped: {
    documents: (n: number) => `${count(n, 'document')} skipped, because the bank has them`,
    observations: (n: number) => `${count(n, 'observation')} skipped`,
  },
  imported: 'Imported',
  copied: 'Copied',
  openBank: (id: string) => `Open ${id}`,
});
