import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/zh/access';
import { account } from '#components/strings/zh/account';
import { audit } from '#components/strings/zh/audit';
import { bankSettings } from '#components/strings/zh/bank-settings';
import { banks } from '#components/strings/zh/banks';
import { batch } from '#components/strings/zh/batch';
import { beginning } from '#components/strings/zh/beginning';
import { blockDecisions } from '#components/strings/zh/block-decisions';
import { charts } from '#components/strings/zh/charts';
import { connect } from '#components/strings/zh/connect';
import { connectClient } from '#components/strings/zh/connect-client';
import { deletion } from '#components/strings/zh/deletion';
import { directives } from '#components/strings/zh/directives';
import { documents } from '#components/strings/zh/documents';
import { dryRun } from '#components/strings/zh/dry-run';
import { entities } from '#components/strings/zh/entities';
import { extract } from '#components/strings/zh/extract';
import { graph } from '#components/strings/zh/graph';
import { importing } from '#components/strings/zh/importing';
import { keys } from '#components/strings/zh/keys';
import { knowledge } from '#components/strings/zh/knowledge';
import { listViews } from '#components/strings/zh/list-views';
import { members } from '#components/strings/zh/members';
import { memories } from '#components/strings/zh/memories';
import { mentalModel } from '#components/strings/zh/mental-model';
import { mentalModels } from '#components/strings/zh/mental-models';
import { observations } from '#components/strings/zh/observations';
import { operations } from '#components/strings/zh/operations';
import { organization } from '#components/strings/zh/organization';
import { overview } from '#components/strings/zh/overview';
import { palette } from '#components/strings/zh/palette';
import { publicPages } from '#components/strings/zh/public';
import { recall } from '#components/strings/zh/recall';
import { recognition } from '#components/strings/zh/recognition';
import { reflect } from '#components/strings/zh/reflect';
import { shell } from '#components/strings/zh/shell';
import { shortcuts } from '#components/strings/zh/shortcuts';
import { signIn } from '#components/strings/zh/sign-in';
import { stats } from '#components/strings/zh/stats';
import { status } from '#components/strings/zh/status';
import { templates } from '#components/strings/zh/templates';
import { transfer } from '#components/strings/zh/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/zh/ui';
import { usage } from '#components/strings/zh/usage';

/** The texts in Simplified Chinese. */
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
