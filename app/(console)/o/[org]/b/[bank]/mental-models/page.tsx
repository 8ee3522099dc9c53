import type { Metadata } from 'next';
import { ModelsPage } from '#components/mental-models/models-page';
import { mentalModels as t } from '#components/strings/mental-models';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ModelsPage />;
}
