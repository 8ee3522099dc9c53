import type { ReactNode } from 'react';
import { ui as t } from '#components/strings/ui';
import { cx } from '#components/ui/cx';

/**
 * Shape and color of the types: square world, circle experience, diamond observation, hexagon
 * entity, page model.
 */
export type BeadKind = 'world' | 'experience' | 'observation' | 'entity' | 'model';

const FILLS: Record<BeadKind, string> = {
  world: 'text-world',
  experience: 'text-experience',
  observation: 'text-observation',
  entity: 'text-entity',
  model: 'text-accent',
};

const SHAPES: Record<BeadKind, (hollow: boolean) => ReactNode> = {
  world: () => <rect x="2.2" y="2.2" width="7.6" height="7.6" rx="1" />,
  experience: () => <circle cx="6" cy="6" r="4.2" />,
  observation: () => <path d="M6 .9 11.100 6 6 11.100.9 6Z" strokeLinejoin="round" />,
  entity: () => <path d="M6 .8l4.500 2.600v5.200L6 11.200 1.500 8.600V3.400Z" strokeLinejoin="round" />,
  model: () => <path d="M2.500 1h4.700l2.500 2.500V11H2.500Z" strokeLinejoin="round" />,
};

export interface BeadProps {
  kind: BeadKind;
  /** Invalidated or omitted. */
  hollow?: boolean;
  /** In pixels: 9 in a badge, 12 in a list. */
  size?: number;
  /** Label for screen readers. Omit it if adjacent text names the type. */
  label?: string;
  className?: string;
}

export function Bead({ kind, hollow = false, size = 10, label, className }: BeadProps) {
  const isOutlined = hollow || kind === 'entity';
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 12 12"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      fill={isOutlined ? 'none' : 'currentColor'}
      stroke={isOutlined ? 'currentColor' : 'none'}
      strokeWidth="1.4"
      className={cx('shrink-0', FILLS[kind], className)}
    >
      {SHAPES[kind](isOutlined)}
    </svg>
  );
}

const TINTS: Record<BeadKind, string> = {
  world: 'bg-world-tint text-world-text',
  experience: 'bg-experience-tint text-experience-text',
  observation: 'bg-observation-tint text-observation-text',
  entity: 'bg-hover text-muted',
  model: 'bg-accent-tint text-accent-text',
};

/** Bead and name on a tint. */
export function FactBadge({ kind, hollow = false }: { kind: BeadKind; hollow?: boolean }) {
  return (
    <span className={cx('inline-flex h-5 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-12', TINTS[kind])}>
      <Bead kind={kind} hollow={hollow} size={9} />
      {t.facts[kind]}
      {hollow && <span className="sr-only">, {t.invalid}</span>}
    </span>
  );
}

export interface LineageProps {
  /** The type that the sources support. Null omits the head. */
  of: 'observation' | 'model' | null;
  world?: number;
  experience?: number;
  observation?: number;
  /** Maximum number of beads; the rest is a number. */
  shown?: number;
  onOpen?: () => void;
}

/** Evidence in short form: `◆ ▪▪●● +7`. Opens the sources if `onOpen` is given. */
export function Lineage({ of, world = 0, experience = 0, observation = 0, shown = 4, onOpen }: LineageProps) {
  const kinds = [
    ...Array<BeadKind>(Math.min(world, shown)).fill('world'),
    ...Array<BeadKind>(Math.min(experience, shown)).fill('experience'),
    ...Array<BeadKind>(Math.min(observation, shown)).fill('observation'),
  ].slice(0, shown);
  const rest = world + experience + observation - kinds.length;
  const parts = [
    world > 0 && t.factCount.world(world),
    experience > 0 && t.factCount.experience(experience),
    observation > 0 && t.factCount.observation(observation),
  ].filter((part): part is string => part !== false);
  const drawn = (
    <>
      {of && <Bead kind={of} size={11} />}
      {of && <span className="h-px w-1.5 bg-thread" />}
      {kinds.map((kind, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal beads in a row have no other name
        <Bead key={at} kind={kind} size={8} />
      ))}
      {rest > 0 && <span className="ms-0.5 text-11 text-faint tabular-nums">+{rest}</span>}
    </>
  );
  const look = 'inline-flex items-center gap-[3px] rounded-sm';
  return onOpen ? (
    <button type="button" onClick={onOpen} aria-label={t.basedOn(parts)} className={cx(look, 'px-1 hover:bg-hover phone:min-h-11')}>
      {drawn}
    </button>
  ) : (
    <span role="img" aria-label={t.basedOn(parts)} className={look}>
      {drawn}
    </span>
  );
}

/** Connects its children, `ThreadItem`s, with a line at the start. */
export function Thread({ label, children, className }: { label?: string; children: ReactNode; className?: string }) {
  return (
    <ol aria-label={label} className={cx('relative', className)}>
      {children}
    </ol>
  );
}

/** An item on the thread. `bead` is a `Bead` or any mark of at most 12 px. */
export function ThreadItem({ bead, children, className }: { bead: ReactNode; children: ReactNode; className?: string }) {
  return (
    <li className={cx('group/thread relative pb-4 ps-6 last:pb-0', className)}>
      <span aria-hidden className="absolute top-[10px] bottom-[-10px] start-[5px] w-px bg-thread group-last/thread:hidden" />
      <span
        aria-hidden
        className="absolute top-[4px] start-0 grid size-[11px] place-items-center outline-4 outline-surface bg-surface [&>svg]:size-[11px]"
      >
        {bead}
      </span>
      {children}
    </li>
  );
}
