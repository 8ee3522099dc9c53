import { access } from '#components/strings/access';
import { account } from '#components/strings/account';
import { audit } from '#components/strings/audit';
import { bankSettings } from '#components/strings/bank-settings';
import { banks } from '#components/strings/banks';
import { batch } from '#components/strings/batch';
import { beginning } from '#components/strings/beginning';
import { blockDecisions } from '#components/strings/block-decisions';
import { charts } from '#components/strings/charts';
import { connect } from '#components/strings/connect';
import { connectClient } from '#components/strings/connect-client';
import { deletion } from '#components/strings/deletion';
import { directives } from '#components/strings/directives';
import { documents } from '#components/strings/documents';
import { dryRun } from '#components/strings/dry-run';
import { entities } from '#components/strings/entities';
import { extract } from '#components/strings/extract';
import { graph } from '#components/strings/graph';
import { importing } from '#components/strings/importing';
import { keys } from '#components/strings/keys';
import { knowledge } from '#components/strings/knowledge';
import { listViews } from '#components/strings/list-views';
import { members } from '#components/strings/members';
import { memories } from '#components/strings/memories';
import { mentalModel } from '#components/strings/mental-model';
import { mentalModels } from '#components/strings/mental-models';
import { observations } from '#components/strings/observations';
import { operations } from '#components/strings/operations';
import { organization } from '#components/strings/organization';
import { overview } from '#components/strings/overview';
import { palette } from '#components/strings/palette';
import { publicPages } from '#components/strings/public';
import { recall } from '#components/strings/recall';
import { recognition } from '#components/strings/recognition';
import { reflect } from '#components/strings/reflect';
import { shell } from '#components/strings/shell';
import { shortcuts } from '#components/strings/shortcuts';
import { signIn } from '#components/strings/sign-in';
import { stats } from '#components/strings/stats';
import { status } from '#components/strings/status';
import { templates } from '#components/strings/templates';
import { transfer } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';
import { TAG_MODE_TEXTS, ui } from '#components/strings/ui';
import { usage } from '#components/strings/usage';

/** The English texts by area. */
export const AREAS = {
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

/** A whole translation. A missing or wrong text does not compile. */
export type Catalog = { readonly [Area in keyof typeof AREAS]: Translation<(typeof AREAS)[Area]> };
