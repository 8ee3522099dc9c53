import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/pt/access';
import { account } from '#components/strings/pt/account';
import { audit } from '#components/strings/pt/audit';
import { bankSettings } from '#components/strings/pt/bank-settings';
import { banks } from '#components/strings/pt/banks';
import { batch } from '#components/strings/pt/batch';
import { beginning } from '#components/strings/pt/beginning';
import { blockDecisions } from '#components/strings/pt/block-decisions';
import { charts } from '#components/strings/pt/charts';
import { connect } from '#components/strings/pt/connect';
import { connectClient } from '#components/strings/pt/connect-client';
import { deletion } from '#components/strings/pt/deletion';
import { directives } from '#components/strings/pt/directives';
import { documents } from '#components/strings/pt/documents';
import { dryRun } from '#components/strings/pt/dry-run';
import { entities } from '#components/strings/pt/entities';
import { extract } from '#components/strings/pt/extract';
import { graph } from '#components/strings/pt/graph';
import { importing } from '#components/strings/pt/importing';
import { keys } from '#components/strings/pt/keys';
import { knowledge } from '#components/strings/pt/knowledge';
import { listViews } from '#components/strings/pt/list-views';
import { members } from '#components/strings/pt/members';
import { memories } from '#components/strings/pt/memories';
import { mentalModel } from '#components/strings/pt/mental-model';
import { mentalModels } from '#components/strings/pt/mental-models';
import { observations } from '#components/strings/pt/observations';
import { operations } from '#components/strings/pt/operations';
import { organization } from '#components/strings/pt/organization';
import { overview } from '#components/strings/pt/overview';
import { palette } from '#components/strings/pt/palette';
import { publicPages } from '#components/strings/pt/public';
import { recall } from '#components/strings/pt/recall';
import { recognition } from '#components/strings/pt/recognition';
import { reflect } from '#components/strings/pt/reflect';
import { shell } from '#components/strings/pt/shell';
import { shortcuts } from '#components/strings/pt/shortcuts';
import { signIn } from '#components/strings/pt/sign-in';
import { stats } from '#components/strings/pt/stats';
import { status } from '#components/strings/pt/status';
import { templates } from '#components/strings/pt/templates';
import { transfer } from '#components/strings/pt/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/pt/ui';
import { usage } from '#components/strings/pt/usage';

/** The texts in Brazilian Portuguese. */
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
