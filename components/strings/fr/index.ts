import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/fr/access';
import { account } from '#components/strings/fr/account';
import { audit } from '#components/strings/fr/audit';
import { bankSettings } from '#components/strings/fr/bank-settings';
import { banks } from '#components/strings/fr/banks';
import { batch } from '#components/strings/fr/batch';
import { beginning } from '#components/strings/fr/beginning';
import { blockDecisions } from '#components/strings/fr/block-decisions';
import { charts } from '#components/strings/fr/charts';
import { connect } from '#components/strings/fr/connect';
import { connectClient } from '#components/strings/fr/connect-client';
import { deletion } from '#components/strings/fr/deletion';
import { directives } from '#components/strings/fr/directives';
import { documents } from '#components/strings/fr/documents';
import { dryRun } from '#components/strings/fr/dry-run';
import { entities } from '#components/strings/fr/entities';
import { extract } from '#components/strings/fr/extract';
import { graph } from '#components/strings/fr/graph';
import { importing } from '#components/strings/fr/importing';
import { keys } from '#components/strings/fr/keys';
import { knowledge } from '#components/strings/fr/knowledge';
import { listViews } from '#components/strings/fr/list-views';
import { members } from '#components/strings/fr/members';
import { memories } from '#components/strings/fr/memories';
import { mentalModel } from '#components/strings/fr/mental-model';
import { mentalModels } from '#components/strings/fr/mental-models';
import { observations } from '#components/strings/fr/observations';
import { operations } from '#components/strings/fr/operations';
import { organization } from '#components/strings/fr/organization';
import { overview } from '#components/strings/fr/overview';
import { palette } from '#components/strings/fr/palette';
import { publicPages } from '#components/strings/fr/public';
import { recall } from '#components/strings/fr/recall';
import { recognition } from '#components/strings/fr/recognition';
import { reflect } from '#components/strings/fr/reflect';
import { shell } from '#components/strings/fr/shell';
import { shortcuts } from '#components/strings/fr/shortcuts';
import { signIn } from '#components/strings/fr/sign-in';
import { stats } from '#components/strings/fr/stats';
import { status } from '#components/strings/fr/status';
import { templates } from '#components/strings/fr/templates';
import { transfer } from '#components/strings/fr/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/fr/ui';
import { usage } from '#components/strings/fr/usage';

/** The texts in French. */
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
