/** Whether the user is typing. Single-key shortcuts are then disabled. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

/** Whether an overlay is open, which receives the keys. */
export const isOverlaid = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"],[role="alertdialog"],[role="menu"]') !== null;

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Swaps left and right if `element` is right to left: `ArrowRight` then means its line's end. */
export const keyAlong = (element: Element, key: string): string =>
  getComputedStyle(element).direction === 'rtl' ? (MIRRORED[key] ?? key) : key;
