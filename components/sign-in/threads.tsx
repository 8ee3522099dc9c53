/**
 * A decorative drawing of the product: facts on threads become observations, and these a document.
 * Hidden from screen readers.
 */

interface Strand {
  readonly from: number;
  readonly beads: readonly { at: number; kind: 'world' | 'experience' }[];
}

const KNOTS = [
  { x: 400, y: 150, from: [28, 84, 132, 190, 246] },
  { x: 452, y: 330, from: [292, 336, 384, 420] },
  { x: 384, y: 500, from: [462, 508, 560, 604] },
  { x: 440, y: 664, from: [640, 690, 742, 790] },
] as const;
const PAGE = { x: 556, y: 404 };

/**
 * Evenly distributed without a visible pattern: fractional parts of multiples of the golden ratio.
 */
const spread = (n: number): number => (n * 0.618033988749895) % 1;

const strandsOf = (starts: readonly number[], seed: number): Strand[] =>
  starts.map((from, at) => ({
    from,
    beads: [0, 1, 2].slice(0, 2 + ((seed + at) % 2)).map((n) => ({
      at: 0.14 + 0.28 * n + 0.2 * spread(seed * 7 + at * 5 + n * 3 + 1),
      kind: (seed + at * 2 + n) % 3 === 0 ? 'experience' : 'world',
    })),
  }));

/** A point of a cubic curve with horizontal ends. */
const pointAt = (t: number, from: number, knot: { x: number; y: number }) => {
  const u = 1 - t;
  const bend = knot.x * 0.55;
  return {
    x: u ** 3 * -10 + 3 * u * u * t * bend + 3 * u * t * t * (knot.x - 150) + t ** 3 * knot.x,
    y: u ** 3 * from + 3 * u * u * t * from + 3 * u * t * t * knot.y + t ** 3 * knot.y,
  };
};

export function Threads() {
  return (
    <svg viewBox="0 0 720 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="absolute inset-0 size-full">
      <g fill="none" stroke="var(--thread)">
        {KNOTS.map((knot) => (
          <g key={knot.y}>
            {knot.from.map((from) => (
              <path key={from} d={`M-10 ${from}C${knot.x * 0.55} ${from} ${knot.x - 150} ${knot.y} ${knot.x} ${knot.y}`} />
            ))}
            <path d={`M${knot.x} ${knot.y}C${knot.x + 90} ${knot.y} ${PAGE.x - 40} ${PAGE.y} ${PAGE.x} ${PAGE.y}`} />
          </g>
        ))}
      </g>
      {KNOTS.map((knot, seed) =>
        strandsOf(knot.from, seed).map(({ from, beads }) =>
          beads.map(({ at, kind }) => {
            const { x, y } = pointAt(at, from, knot);
            const r = 4 + 2 * spread(from + at * 10);
            return kind === 'world' ? (
              <rect key={`${from}-${at}`} x={x - r * 0.9} y={y - r * 0.9} width={r * 1.8} height={r * 1.8} rx="1.2" fill="var(--world)" />
            ) : (
              <circle key={`${from}-${at}`} cx={x} cy={y} r={r} fill="var(--experience)" />
            );
          }),
        ),
      )}
      {KNOTS.map(({ x, y }) => (
        <path key={y} d={`M${x} ${y - 11}l11 11-11 11-11-11Z`} fill="var(--observation)" stroke="var(--sunken)" strokeWidth="3" />
      ))}
      <g transform={`translate(${PAGE.x} ${PAGE.y - 88})`}>
        <path
          d="M0 10A10 10 0 0 1 10 0h86l36 36v130a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10Z"
          fill="var(--surface)"
          stroke="var(--line-strong)"
        />
        <path d="M96 0v26a10 10 0 0 0 10 10h26" fill="none" stroke="var(--line-strong)" />
        <rect x="18" y="40" width="54" height="7" rx="3.5" fill="var(--accent)" />
        <g fill="var(--line-strong)">
          <rect x="18" y="66" width="96" height="5" rx="2.5" />
          <rect x="18" y="82" width="84" height="5" rx="2.5" />
          <rect x="18" y="98" width="92" height="5" rx="2.5" />
          <rect x="18" y="124" width="88" height="5" rx="2.5" />
          <rect x="18" y="140" width="60" height="5" rx="2.5" />
        </g>
      </g>
    </svg>
  );
}
