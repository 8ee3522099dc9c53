import { ReflectPage } from '#components/reflect/reflect-page';
import { titled } from '#components/shell/titled';
import { reflect as t } from '#components/strings/reflect';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <ReflectPage />;
}
