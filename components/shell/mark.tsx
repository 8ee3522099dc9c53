/** The logo: an experience, a world fact and an observation on one thread. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <rect width="24" height="24" rx="6.5" fill="var(--mark-tile)" />
      <path d="M3 3l18 18" stroke="oklch(0.62 0.02 215)" strokeWidth="1.3" />
      <circle cx="6.900" cy="6.900" r="2.900" fill="oklch(0.8 0.13 67)" />
      <rect x="9.200" y="9.200" width="5.600" height="5.600" rx="0.900" fill="oklch(0.69 0.15 253)" />
      <path d="M17.100 13.300 20.900 17.100 17.100 20.900 13.300 17.100Z" fill="oklch(0.68 0.18 355)" />
    </svg>
  );
}
