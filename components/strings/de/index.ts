import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/de/access';
import { account } from '#components/strings/de/account';
import { audit } from '#components/strings/de/audit';
import { bankSettings } from '#components/strings/de/bank-settings';
import { banks } from '#components/strings/de/banks';
import { batch } from '#components/strings/de/batch';
import { beginning } from '#components/strings/de/beginning';
import { blockDecisions } from '#components/strings/de/block-decisions';
import { charts } from '#components/strings/de/charts';
import { connect } from '#components/strings/de/connect';
import { connectClient } from '#components/strings/de/connect-client';
import { deletion } from '#components/strings/de/deletion';
import { directives } from '#components/strings/de/directives';
import { documents } from '#components/strings/de/documents';
import { dryRun } from '#components/strings/de/dry-run';
import { entities } from '#components/strings/de/entities';
import { extract } from '#components/strings/de/extract';
import { graph } from '#components/strings/de/graph';
import { importing } from '#components/strings/de/importing';
import { keys } from '#components/strings/de/keys';
import { knowledge } from '#components/strings/de/knowledge';
import { listViews } from '#components/strings/de/list-views';
import { members } from '#components/strings/de/members';
import { memories } from '#components/strings/de/memories';
import { mentalModel } from '#components/strings/de/mental-model';
import { mentalModels } from '#components/strings/de/mental-models';
import { observations } from '#components/strings/de/observations';
import { operations } from '#components/strings/de/operations';
import { organization } from '#components/strings/de/organization';
import { overview } from '#components/strings/de/overview';
import { palette } from '#components/strings/de/palette';
import { publicPages } from '#components/strings/de/public';
import { recall } from '#components/strings/de/recall';
import { recognition } from '#components/strings/de/recognition';
import { reflect } from '#components/strings/de/reflect';
import { shell } from '#components/strings/de/shell';
import { shortcuts } from '#components/strings/de/shortcuts';
import { signIn } from '#components/strings/de/sign-in';
import { stats } from '#components/strings/de/stats';
import { status } from '#components/strings/de/status';
import { templates } from '#components/strings/de/templates';
import { transfer } from '#components/strings/de/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/de/ui';
import { usage } from '#components/strings/de/usage';

/** The texts in German. */
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
