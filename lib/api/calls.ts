import type * as audit from '#lib/access/audit/contract';
import type * as keys from '#lib/access/keys/contract';
import type * as oauth from '#lib/access/oauth/contract';
import type * as orgs from '#lib/access/orgs/contract';
import type * as people from '#lib/access/people/contract';
import type * as invitations from '#lib/access/people/invitations/contract';
import type { Callable } from '#lib/api/call';
import type * as monitoring from '#lib/api/monitoring/contract';
import type { Method, Operation } from '#lib/base/contract/operation';
import type * as operations from '#lib/jobs/operations/contract';
import type * as banks from '#lib/memory/banks/contract';
import type * as directives from '#lib/memory/directives/contract';
import type * as documents from '#lib/memory/documents/contract';
import type * as entities from '#lib/memory/entities/contract';
import type * as graph from '#lib/memory/graph/contract';
import type * as knowledge from '#lib/memory/knowledge/contract';
import type * as memories from '#lib/memory/memories/contract';
import type * as mentalModels from '#lib/memory/mental-models/contract';
import type * as blockDecisions from '#lib/memory/mental-models/decisions/contract';
import type * as observations from '#lib/memory/observations/contract';
import type * as purge from '#lib/memory/purge/contract';
import type * as bankCache from '#lib/memory/recall/cache/contract';
import type * as recall from '#lib/memory/recall/contract';
import type * as receipts from '#lib/memory/receipts/contract';
import type * as reflectContract from '#lib/memory/reflect/contract';
import type * as retain from '#lib/memory/retain/contract';
import type * as settings from '#lib/memory/settings/contract';
import type * as stats from '#lib/memory/stats/contract';
import type * as templates from '#lib/memory/templates/contract';
import type * as transfer from '#lib/memory/transfer/contract';
import type * as llm from '#lib/models/llm/contract';

/**
 * The calls of the pages, without the schemas: a browser loads these lines and no contract. The
 * compiler compares each path with its operation, and a test compares the rest.
 */

const to =
  (method: Method) =>
  <Op extends Operation>(path: Op['path']): Callable<Op> => ({ method, path });
const [get, post, put, patch, remove] = [to('GET'), to('POST'), to('PUT'), to('PATCH'), to('DELETE')];
const forVisitors = <Op extends Operation>(callable: Callable<Op>): Callable<Op> => ({ ...callable, isForVisitors: true });

export const exportAuditCsv = get<typeof audit.exportAuditCsv>('/api/console/audit/export.csv');
export const exportAuditJson = get<typeof audit.exportAuditJson>('/api/console/audit/export.json');
export const listAudit = get<typeof audit.listAudit>('/api/console/audit');

export const deleteBank = remove<typeof banks.deleteBank>('/v1/default/banks/{bank_id}');
export const getProfile = get<typeof banks.getProfile>('/v1/default/banks/{bank_id}/profile');
export const listBanks = get<typeof banks.listBanks>('/v1/default/banks');
export const patchBank = patch<typeof banks.patchBank>('/v1/default/banks/{bank_id}');
export const postBackground = post<typeof banks.postBackground>('/v1/default/banks/{bank_id}/background');
export const putBank = put<typeof banks.putBank>('/v1/default/banks/{bank_id}');

export const createDirective = post<typeof directives.createDirective>('/v1/default/banks/{bank_id}/directives');
export const deleteDirective = remove<typeof directives.deleteDirective>('/v1/default/banks/{bank_id}/directives/{directive_id}');
export const getDirective = get<typeof directives.getDirective>('/v1/default/banks/{bank_id}/directives/{directive_id}');
export const listDirectives = get<typeof directives.listDirectives>('/v1/default/banks/{bank_id}/directives');
export const updateDirective = patch<typeof directives.updateDirective>('/v1/default/banks/{bank_id}/directives/{directive_id}');

export const deleteDocument = remove<typeof documents.deleteDocument>('/v1/default/banks/{bank_id}/documents/{document_id}');
export const getChunk = get<typeof documents.getChunk>('/v1/default/chunks/{chunk_id}');
export const getDocument = get<typeof documents.getDocument>('/v1/default/banks/{bank_id}/documents/{document_id}');
export const listDocumentChunks = get<typeof documents.listDocumentChunks>('/v1/default/banks/{bank_id}/documents/{document_id}/chunks');
export const listDocuments = get<typeof documents.listDocuments>('/v1/default/banks/{bank_id}/documents');
export const listTags = get<typeof documents.listTags>('/v1/default/banks/{bank_id}/tags');
export const reprocessDocument = post<typeof documents.reprocessDocument>('/v1/default/banks/{bank_id}/documents/{document_id}/reprocess');
export const updateDocument = patch<typeof documents.updateDocument>('/v1/default/banks/{bank_id}/documents/{document_id}');

export const getEntity = get<typeof entities.getEntity>('/v1/default/banks/{bank_id}/entities/{entity_id}');
export const keepEntitiesApart = post<typeof entities.keepEntitiesApart>('/v1/default/banks/{bank_id}/entities/{entity_id}/keep-apart');
export const listEntities = get<typeof entities.listEntities>('/v1/default/banks/{bank_id}/entities');
export const listEntityChanges = get<typeof entities.listEntityChanges>('/v1/default/banks/{bank_id}/entities/{entity_id}/changes');
export const listEntitySuggestions = get<typeof entities.listEntitySuggestions>('/v1/default/banks/{bank_id}/entities/suggestions');
export const mergeEntity = post<typeof entities.mergeEntity>('/v1/default/banks/{bank_id}/entities/{entity_id}/merge');
export const splitEntity = post<typeof entities.splitEntity>('/v1/default/banks/{bank_id}/entities/{entity_id}/split');
export const undoEntityChange = post<typeof entities.undoEntityChange>(
  '/v1/default/banks/{bank_id}/entities/{entity_id}/changes/{change_id}/undo',
);
export const deleteEntity = remove<typeof entities.deleteEntity>('/v1/default/banks/{bank_id}/entities/{entity_id}');
export const updateEntity = patch<typeof entities.updateEntity>('/v1/default/banks/{bank_id}/entities/{entity_id}');

export const exploreGraph = get<typeof graph.exploreGraph>('/v1/default/banks/{bank_id}/graph/explore');
export const findGraphPath = get<typeof graph.findGraphPath>('/v1/default/banks/{bank_id}/graph/path');
export const listGraphNeighbors = get<typeof graph.listGraphNeighbors>('/v1/default/banks/{bank_id}/graph/neighbors');

export const acceptInvitation = forVisitors(post<typeof invitations.acceptInvitation>('/api/console/invitations/accept/{token}'));
export const cancelInvitation = remove<typeof invitations.cancelInvitation>('/api/console/invitations/{invitation_id}');
export const createInvitation = post<typeof invitations.createInvitation>('/api/console/invitations');
export const getInvitation = forVisitors(get<typeof invitations.getInvitation>('/api/console/invitations/accept/{token}'));
export const listInvitations = get<typeof invitations.listInvitations>('/api/console/invitations');

export const checkAccess = get<typeof keys.checkAccess>('/api/console/access');
export const createKey = post<typeof keys.createKey>('/api/console/keys');
export const editKeyBanks = put<typeof keys.editKeyBanks>('/api/console/keys/{key_id}/banks');
export const getKey = get<typeof keys.getKey>('/api/console/keys/{key_id}');
export const listKeys = get<typeof keys.listKeys>('/api/console/keys');
export const revokeKey = post<typeof keys.revokeKey>('/api/console/keys/{key_id}/revoke');
export const rotateKey = post<typeof keys.rotateKey>('/api/console/keys/{key_id}/rotate');

export const createKnowledgeFolder = post<typeof knowledge.createKnowledgeFolder>('/v1/default/banks/{bank_id}/knowledge-base/folders');
export const createKnowledgePage = post<typeof knowledge.createKnowledgePage>('/v1/default/banks/{bank_id}/knowledge-base/pages');
export const deleteKnowledgeNode = remove<typeof knowledge.deleteKnowledgeNode>(
  '/v1/default/banks/{bank_id}/knowledge-base/nodes/{node_id}',
);
export const exportKnowledgeBase = get<typeof knowledge.exportKnowledgeBase>('/v1/default/banks/{bank_id}/knowledge-base/export');
export const exportKnowledgeZip = get<typeof knowledge.exportKnowledgeZip>('/api/console/banks/{bank_id}/knowledge-base/export.zip');
export const getKnowledgeBaseTree = get<typeof knowledge.getKnowledgeBaseTree>('/v1/default/banks/{bank_id}/knowledge-base/tree');
export const getKnowledgePage = get<typeof knowledge.getKnowledgePage>('/v1/default/banks/{bank_id}/knowledge-base/pages/{page_id}');
export const searchKnowledgeBase = get<typeof knowledge.searchKnowledgeBase>('/v1/default/banks/{bank_id}/knowledge-base/search');
export const updateKnowledgeNode = patch<typeof knowledge.updateKnowledgeNode>(
  '/v1/default/banks/{bank_id}/knowledge-base/nodes/{node_id}',
);

export const getBankModels = get<typeof llm.getBankModels>('/api/console/banks/{bank_id}/models');
export const getUsage = get<typeof llm.getUsage>('/api/console/usage');
export const listLlmRequests = get<typeof llm.listLlmRequests>('/v1/default/banks/{bank_id}/llm-requests');
export const llmRequestStats = get<typeof llm.llmRequestStats>('/v1/default/banks/{bank_id}/llm-requests/stats');
export const testBankLlm = post<typeof llm.testBankLlm>('/v1/default/banks/{bank_id}/health/llm');

export const clearMemories = remove<typeof memories.clearMemories>('/v1/default/banks/{bank_id}/memories');
export const countMemories = post<typeof memories.countMemories>('/v1/default/banks/{bank_id}/memories/count');
export const deleteMemory = remove<typeof memories.deleteMemory>('/v1/default/banks/{bank_id}/memories/{memory_id}');
export const exportMemoriesCsv = get<typeof memories.exportMemoriesCsv>('/v1/default/banks/{bank_id}/memories/export.csv');
export const exportMemoriesJsonl = get<typeof memories.exportMemoriesJsonl>('/v1/default/banks/{bank_id}/memories/export.jsonl');
export const extendMemories = post<typeof memories.extendMemories>('/v1/default/banks/{bank_id}/memories/extend');
export const getMemory = get<typeof memories.getMemory>('/v1/default/banks/{bank_id}/memories/{memory_id}');
export const invalidateMemories = post<typeof memories.invalidateMemories>('/v1/default/banks/{bank_id}/memories/invalidate');
export const listMemories = get<typeof memories.listMemories>('/v1/default/banks/{bank_id}/memories/list');
export const listMemoryRevisions = get<typeof memories.listMemoryRevisions>('/v1/default/banks/{bank_id}/memories/{memory_id}/revisions');
export const restoreMemory = post<typeof memories.restoreMemory>('/v1/default/banks/{bank_id}/memories/{memory_id}/restore');
export const revertMemories = post<typeof memories.revertMemories>('/v1/default/banks/{bank_id}/memories/revert');
export const updateMemory = patch<typeof memories.updateMemory>('/v1/default/banks/{bank_id}/memories/{memory_id}');

export const decideOnBlock = post<typeof blockDecisions.decideOnBlock>(
  '/api/console/banks/{bank_id}/mental-models/{mental_model_id}/decisions',
);
export const listBlockDecisions = get<typeof blockDecisions.listBlockDecisions>(
  '/api/console/banks/{bank_id}/mental-models/{mental_model_id}/decisions',
);
export const undoBlockDecision = post<typeof blockDecisions.undoBlockDecision>(
  '/api/console/banks/{bank_id}/mental-models/{mental_model_id}/decisions/undo',
);

export const clearMentalModel = post<typeof mentalModels.clearMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/clear',
);
export const createMentalModel = post<typeof mentalModels.createMentalModel>('/v1/default/banks/{bank_id}/mental-models');
export const deleteMentalModel = remove<typeof mentalModels.deleteMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}',
);
export const dryRunRefreshMentalModel = post<typeof mentalModels.dryRunRefreshMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/dry-run-refresh',
);
export const getMentalModel = get<typeof mentalModels.getMentalModel>('/v1/default/banks/{bank_id}/mental-models/{mental_model_id}');
export const getMentalModelVersion = get<typeof mentalModels.getMentalModelVersion>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/versions/{version}',
);
export const listMentalModelVersions = get<typeof mentalModels.listMentalModelVersions>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/versions',
);
export const listMentalModels = get<typeof mentalModels.listMentalModels>('/v1/default/banks/{bank_id}/mental-models');
export const refreshMentalModel = post<typeof mentalModels.refreshMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/refresh',
);
export const restoreMentalModel = post<typeof mentalModels.restoreMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/restore',
);
export const updateMentalModel = patch<typeof mentalModels.updateMentalModel>(
  '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}',
);

export const healthLive = get<typeof monitoring.healthLive>('/health/live');
export const healthReady = get<typeof monitoring.healthReady>('/health/ready');
export const version = get<typeof monitoring.version>('/version');

export const clearMemoryObservations = remove<typeof observations.clearMemoryObservations>(
  '/v1/default/banks/{bank_id}/memories/{memory_id}/observations',
);
export const clearObservations = remove<typeof observations.clearObservations>('/v1/default/banks/{bank_id}/observations');
export const consolidate = post<typeof observations.consolidate>('/v1/default/banks/{bank_id}/consolidate');
export const getConsolidation = get<typeof observations.getConsolidation>('/v1/default/banks/{bank_id}/consolidation');
export const getMemoryHistory = get<typeof observations.getMemoryHistory>('/v1/default/banks/{bank_id}/memories/{memory_id}/history');
export const listObservationScopes = get<typeof observations.listObservationScopes>('/v1/default/banks/{bank_id}/observations/scopes');
export const listObservations = get<typeof observations.listObservations>('/v1/default/banks/{bank_id}/observations');
export const recoverConsolidation = post<typeof observations.recoverConsolidation>('/v1/default/banks/{bank_id}/consolidation/recover');

export const cancelOperation = remove<typeof operations.cancelOperation>('/v1/default/banks/{bank_id}/operations/{operation_id}');
export const deleteOperation = remove<typeof operations.deleteOperation>('/v1/default/banks/{bank_id}/operations/{operation_id}/delete');
export const getOperation = get<typeof operations.getOperation>('/v1/default/banks/{bank_id}/operations/{operation_id}');
export const listOperations = get<typeof operations.listOperations>('/v1/default/banks/{bank_id}/operations');
export const retryOperation = post<typeof operations.retryOperation>('/v1/default/banks/{bank_id}/operations/{operation_id}/retry');

export const decideConnection = post<typeof oauth.decideConnection>('/api/console/connections/{request_id}');
export const endConnection = remove<typeof oauth.endConnection>('/api/console/account/connections/{key_id}');
export const getConnectionRequest = get<typeof oauth.getConnectionRequest>('/api/console/connections/{request_id}');
export const listConnections = get<typeof oauth.listConnections>('/api/console/account/connections');
export const refuseConnection = remove<typeof oauth.refuseConnection>('/api/console/connections/{request_id}');

export const createOrganization = post<typeof orgs.createOrganization>('/api/console/organizations');
export const createResetLink = post<typeof orgs.createResetLink>('/api/console/members/{user_id}/reset-link');
export const deleteOrganization = remove<typeof orgs.deleteOrganization>('/api/console/organization');
export const leaveOrganization = remove<typeof orgs.leaveOrganization>('/api/console/membership');
export const listMemberKeys = get<typeof orgs.listMemberKeys>('/api/console/members/{user_id}/keys');
export const listMembers = get<typeof orgs.listMembers>('/api/console/members');
export const removeMember = remove<typeof orgs.removeMember>('/api/console/members/{user_id}');
export const renameOrganization = patch<typeof orgs.renameOrganization>('/api/console/organization');
export const setRole = patch<typeof orgs.setRole>('/api/console/members/{user_id}');

export const changePassword = post<typeof people.changePassword>('/api/console/account/password');
export const doReset = forVisitors(post<typeof people.doReset>('/api/console/reset/{token}'));
export const doSetup = forVisitors(post<typeof people.doSetup>('/api/console/setup/{token}'));
export const endOtherSessions = remove<typeof people.endOtherSessions>('/api/console/account/sessions');
export const endSession = remove<typeof people.endSession>('/api/console/account/sessions/{session_id}');
export const getMe = get<typeof people.getMe>('/api/console/session');
export const getReset = forVisitors(get<typeof people.getReset>('/api/console/reset/{token}'));
export const getSetup = forVisitors(get<typeof people.getSetup>('/api/console/setup/{token}'));
export const listProviders = forVisitors(get<typeof people.listProviders>('/api/console/providers'));
export const listSessions = get<typeof people.listSessions>('/api/console/account/sessions');
export const updateMe = patch<typeof people.updateMe>('/api/console/account');

export const getBankCache = get<typeof bankCache.getBankCache>('/api/console/bank-cache');

export const recallMemories = post<typeof recall.recallMemories>('/v1/default/banks/{bank_id}/memories/recall');

export const reflect = post<typeof reflectContract.reflect>('/v1/default/banks/{bank_id}/reflect');

export const dryRunExtract = post<typeof retain.dryRunExtract>('/v1/default/banks/{bank_id}/memories/dry-run-extract');
export const retainMemories = post<typeof retain.retainMemories>('/v1/default/banks/{bank_id}/memories');

export const getBankConfig = get<typeof settings.getBankConfig>('/v1/default/banks/{bank_id}/config');
export const resetBankConfig = remove<typeof settings.resetBankConfig>('/v1/default/banks/{bank_id}/config');
export const updateBankConfig = patch<typeof settings.updateBankConfig>('/v1/default/banks/{bank_id}/config');

export const getMemoriesTimeseries = get<typeof stats.getMemoriesTimeseries>('/v1/default/banks/{bank_id}/stats/memories-timeseries');
export const getStats = get<typeof stats.getStats>('/v1/default/banks/{bank_id}/stats');

export const exportTemplate = get<typeof templates.exportTemplate>('/v1/default/banks/{bank_id}/export');
export const importTemplate = post<typeof templates.importTemplate>('/v1/default/banks/{bank_id}/import');

export const cloneBank = post<typeof transfer.cloneBank>('/v1/default/banks/{bank_id}/clone');
export const downloadFile = get<typeof transfer.downloadFile>('/v1/default/files/download/{key}');
export const exportBank = post<typeof transfer.exportBank>('/v1/default/banks/{bank_id}/transfer/export');
export const exportDocuments = post<typeof transfer.exportDocuments>('/v1/default/banks/{bank_id}/document-transfer/export');
export const importBank = post<typeof transfer.importBank>('/v1/default/banks/{bank_id}/transfer/import');
export const importDocuments = post<typeof transfer.importDocuments>('/v1/default/banks/{bank_id}/document-transfer');

export const previewDeletion = get<typeof purge.previewDeletion>('/v1/default/banks/{bank_id}/deletion-preview');

export const getPurgeReceipt = get<typeof receipts.getPurgeReceipt>('/api/console/purges/{receipt_id}');
export const verifyPurge = post<typeof receipts.verifyPurge>('/api/console/purges/{receipt_id}/verify');
