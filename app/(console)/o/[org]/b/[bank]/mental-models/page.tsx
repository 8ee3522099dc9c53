import { MentalModelsPage } from '#components/mental-models/mental-models-page';
import { titled } from '#components/shell/titled';
import { mentalModels as t } from '#components/strings/mental-models';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <MentalModelsPage />;
}
