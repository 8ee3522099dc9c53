import type { Metadata } from 'next';
import { MentalModelsPage } from '#components/mental-models/mental-models-page';
import { mentalModels as t } from '#components/strings/mental-models';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <MentalModelsPage />;
}
