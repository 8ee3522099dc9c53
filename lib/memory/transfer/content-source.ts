import { readDocument } from '#lib/memory/transfer/archive/document-member';
import {
  DOCUMENTS_PREFIX,
  KNOWLEDGE_PAGES_NAME,
  MENTAL_MODELS_NAME,
  OBSERVATIONS_NAME,
  type ParsedDocument,
  type ParsedModel,
  type ParsedNode,
  type ParsedObservation,
  parseModel,
  parseNode,
  parseObservation,
} from '#lib/memory/transfer/archive/records';
import type { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';

export interface SourceDocument {
  /** where it is in the file, for messages */
  readonly name: string;
  read(): Promise<ParsedDocument>;
}

/** What an import adds to a bank. Each list has the same items in the same order at every call. */
export interface ContentSource {
  /** whether the names of entities are to be found in facts that list none */
  readonly isUnnamed: boolean;
  documents(): AsyncGenerator<SourceDocument>;
  observations(): AsyncGenerator<ParsedObservation>;
  mentalModels(): AsyncGenerator<ParsedModel>;
  /** folders and pages, in any order */
  knowledgeNodes(): AsyncGenerator<ParsedNode>;
}

async function* itemsOf<T>(archive: ArchiveReader, name: string, parse: (text: string) => T): AsyncGenerator<T> {
  const member = await archive.find(name);
  if (member) for await (const item of archive.items(member)) yield parse(item);
}

/** The content of an archive of a bank. */
export const archiveContent = (archive: ArchiveReader): ContentSource => ({
  isUnnamed: false,
  async *documents() {
    for await (const member of archive.members(DOCUMENTS_PREFIX)) yield { name: member.name, read: () => readDocument(archive, member) };
  },
  observations: () => itemsOf(archive, OBSERVATIONS_NAME, parseObservation),
  mentalModels: () => itemsOf(archive, MENTAL_MODELS_NAME, parseModel),
  knowledgeNodes: () => itemsOf(archive, KNOWLEDGE_PAGES_NAME, parseNode),
});
