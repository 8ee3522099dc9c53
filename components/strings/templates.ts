import { translated } from '#components/strings/translated';
import { GALLERY_TEXTS } from '#lib/memory/templates/gallery/literals';

/** The texts of the templates that a new bank can be created from. */
export const templates = translated('templates', GALLERY_TEXTS);
