import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/es/access';
import { account } from '#components/strings/es/account';
import { audit } from '#components/strings/es/audit';
import { bankSettings } from '#components/strings/es/bank-settings';
import { banks } from '#components/strings/es/banks';
import { batch } from '#components/strings/es/batch';
import { beginning } from '#components/strings/es/beginning';
import { blockDecisions } from '#components/strings/es/block-decisions';
import { charts } from '#components/strings/es/charts';
import { connect } from '#components/strings/es/connect';
import { connectClient } from '#components/strings/es/connect-client';
import { deletion } from '#components/strings/es/deletion';
import { directives } from '#components/strings/es/directives';
import { documents } from '#components/strings/es/documents';
import { dryRun } from '#components/strings/es/dry-run';
import { entities } from '#components/strings/es/entities';
import { extract } from '#components/strings/es/extract';
import { graph } from '#components/strings/es/graph';
import { importing } from '#components/strings/es/importing';
import { keys } from '#components/strings/es/keys';
import { knowledge } from '#components/strings/es/knowledge';
import { listViews } from '#components/strings/es/list-views';
import { members } from '#components/strings/es/members';
import { memories } from '#components/strings/es/memories';
import { mentalModel } from '#components/strings/es/mental-model';
import { mentalModels } from '#components/strings/es/mental-models';
import { observations } from '#components/strings/es/observations';
import { operations } from '#components/strings/es/operations';
import { organization } from '#components/strings/es/organization';
import { overview } from '#components/strings/es/overview';
import { palette } from '#components/strings/es/palette';
import { publicPages } from '#components/strings/es/public';
import { recall } from '#components/strings/es/recall';
import { recognition } from '#components/strings/es/recognition';
import { reflect } from '#components/strings/es/reflect';
import { shell } from '#components/strings/es/shell';
import { shortcuts } from '#components/strings/es/shortcuts';
import { signIn } from '#components/strings/es/sign-in';
import { stats } from '#components/strings/es/stats';
import { status } from '#components/strings/es/status';
import { templates } from '#components/strings/es/templates';
import { transfer } from '#components/strings/es/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/es/ui';
import { usage } from '#components/strings/es/usage';

/** The texts in Spanish. */
export const texts: Catalog = {
  access,
  listViews,
  beginning,
  blockDecisions,
  batch,
  account,
  audit,
  bankSettings,
  banks,
  charts,
  connectClient,
  connect,
  deletion,
  directives,
  documents,
  dryRun,
  entities,
  extract,
  graph,
  importing,
  keys,
  knowledge,
  members,
  memories,
  mentalModel,
  mentalModels,
  observations,
  operations,
  organization,
  overview,
  palette,
  publicPages,
  recall,
  recognition,
  reflect,
  shell,
  shortcuts,
  signIn,
  stats,
  status,
  templates,
  transfer,
  tagModes: TAG_MODE_TEXTS,
  ui,
  usage,
};
