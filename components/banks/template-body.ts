import { templates } from '#components/strings/templates';
import { type GalleryId, galleryTemplate } from '#lib/memory/templates/gallery/literals';

/** The body that sets up a bank from a template, in the language of the page. Loaded on demand. */
export function templateBody(id: GalleryId, mission: string) {
  const { bank, ...rest } = galleryTemplate(id, templates[id]);
  return { ...rest, bank: { ...bank, reflect_mission: mission } };
}
