/** The mark of the product: a world fact, an experience and an observation, three beads on one thread. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M4 2v16" stroke="var(--thread)" strokeWidth="1.25" />
      <rect x="1" y="1.5" width="6" height="6" rx="1" fill="var(--world)" />
      <circle cx="4" cy="10.5" r="3.1" fill="var(--experience)" />
      <rect x="1.3" y="13.6" width="5.4" height="5.4" rx="0.8" transform="rotate(45 4 16.3)" fill="var(--observation)" />
      <path d="M10.5 4.5h8M10.5 10.5h6M10.5 16.3h7.2" stroke="var(--text-3)" strokeWidth="1.25" strokeLinecap="round" />
    </svg>
  );
}
