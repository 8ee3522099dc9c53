import type { Catalog } from '#components/strings/areas';
import { access } from '#components/strings/ja/access';
import { account } from '#components/strings/ja/account';
import { audit } from '#components/strings/ja/audit';
import { bankSettings } from '#components/strings/ja/bank-settings';
import { banks } from '#components/strings/ja/banks';
import { batch } from '#components/strings/ja/batch';
import { beginning } from '#components/strings/ja/beginning';
import { blockDecisions } from '#components/strings/ja/block-decisions';
import { charts } from '#components/strings/ja/charts';
import { connect } from '#components/strings/ja/connect';
import { connectClient } from '#components/strings/ja/connect-client';
import { deletion } from '#components/strings/ja/deletion';
import { directives } from '#components/strings/ja/directives';
import { documents } from '#components/strings/ja/documents';
import { dryRun } from '#components/strings/ja/dry-run';
import { entities } from '#components/strings/ja/entities';
import { extract } from '#components/strings/ja/extract';
import { graph } from '#components/strings/ja/graph';
import { importing } from '#components/strings/ja/importing';
import { keys } from '#components/strings/ja/keys';
import { knowledge } from '#components/strings/ja/knowledge';
import { listViews } from '#components/strings/ja/list-views';
import { members } from '#components/strings/ja/members';
import { memories } from '#components/strings/ja/memories';
import { mentalModel } from '#components/strings/ja/mental-model';
import { mentalModels } from '#components/strings/ja/mental-models';
import { observations } from '#components/strings/ja/observations';
import { operations } from '#components/strings/ja/operations';
import { organization } from '#components/strings/ja/organization';
import { overview } from '#components/strings/ja/overview';
import { palette } from '#components/strings/ja/palette';
import { publicPages } from '#components/strings/ja/public';
import { recall } from '#components/strings/ja/recall';
import { recognition } from '#components/strings/ja/recognition';
import { reflect } from '#components/strings/ja/reflect';
import { shell } from '#components/strings/ja/shell';
import { shortcuts } from '#components/strings/ja/shortcuts';
import { signIn } from '#components/strings/ja/sign-in';
import { stats } from '#components/strings/ja/stats';
import { status } from '#components/strings/ja/status';
import { templates } from '#components/strings/ja/templates';
import { transfer } from '#components/strings/ja/transfer';
import { TAG_MODE_TEXTS, ui } from '#components/strings/ja/ui';
import { usage } from '#components/strings/ja/usage';

/** The texts in Japanese. */
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
