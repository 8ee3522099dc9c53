/** Single keys are for the page only while nobody types. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Something lies over the page and has the keys. */
export const isOverlaid = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"],[role="alertdialog"],[role="menu"]') !== null;
