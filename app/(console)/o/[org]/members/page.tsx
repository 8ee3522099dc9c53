import { MembersPage } from '#components/members/members-page';
import { titled } from '#components/shell/titled';
import { members as t } from '#components/strings/members';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <MembersPage />;
}
