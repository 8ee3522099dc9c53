import { BanksPage } from '#components/banks/banks-page';
import { titled } from '#components/shell/titled';
import { banks as t } from '#components/strings/banks';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <BanksPage />;
}
