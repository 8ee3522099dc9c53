import type { Texts } from '#components/strings/translated';

export const texts: Texts = {};
