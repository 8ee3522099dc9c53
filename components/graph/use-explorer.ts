'use client';

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Act, type Brought, moved, NOTHING_DONE, type Scene, sceneOf } from '#components/graph/acts';
import { Cancelled, Layouter } from '#components/graph/layout/client';
import { grid } from '#components/graph/layout/plain';
import { fromWord, MAX_WORD, type Step, shortOf, toWord } from '#components/graph/link';
import { type Graph, merged, type Places, tiesOf, wayIn, withId } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { type Asking, readNewNeighbors, readNode, readPath } from '#components/graph/queries';
import { NOTHING_BROUGHT, placesOf, surroundings, taskOf } from '#components/graph/tasks';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { messageOf } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { ApiError } from '#lib/api/call';
import type { ExploredEdge, Explorer } from '#lib/memory/graph/contract';

export interface Busy {
  readonly what: 'layout' | 'expand' | 'bring' | 'path';
  readonly share: number;
}

interface Options {
  readonly data: Explorer | undefined;
  readonly asking: Asking;
  readonly moment: Moment;
  /** the acts of the address, and how they get there; null: too long for one */
  readonly word: string;
  readonly onWord: (word: string | null) => void;
}

interface Laid {
  readonly base: Graph;
  readonly places: Places;
}

/** The graph as it was read, where everything stands, and what was done to it. */
export function useExplorer({ data, asking, moment, word, onWord }: Options) {
  const base = useMemo((): Graph | null => (data ? { nodes: data.nodes, edges: data.edges.map(withId) } : null), [data]);
  const [laid, setLaid] = useState<Laid | null>(null);
  const [history, dispatch] = useReducer(moved, NOTHING_DONE);
  const [busy, setBusy] = useState<Busy | null>(null);
  const layouter = useRef<Layouter | null>(null);
  layouter.current ??= new Layouter();
  const [groups, setGroups] = useState<ReadonlyMap<string, number>>(new Map());
  const scene = useMemo(() => (laid ? sceneOf(laid.base, laid.places, history.done) : null), [laid, history.done]);

  const now = useRef({ asking, moment, scene, base: laid?.base });
  now.current = { asking, moment, scene, base: laid?.base };
  /** what is done waits for what is under way: each act is done to the picture that the one before has left */
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [attempt, again] = useReducer((n: number) => n + 1, 0);
  /** a part of the address could not be read: it stays as it is until somebody does something */
  const isPartial = useRef(false);
  /** the graph as it was read is being laid out */
  const isFirst = useRef(false);
  /** what the address says is this picture */
  const shown = useRef<{ base: Graph | null; word: string; attempt: number }>({ base: null, word: '', attempt: 0 });

  useEffect(() => {
    const worker = layouter.current!;
    if (!base || (shown.current.base === base && shown.current.word === word && attempt === shown.current.attempt)) return;
    let isCurrent = true;
    let isDone = false;
    shown.current = { base, word, attempt };
    isPartial.current = false;
    const load = async () => {
      setBusy({ what: 'layout', share: 0 });
      isFirst.current = true;
      const { places, isGrid } = await layBase(worker, base, now.current.moment, (share) => setBusy({ what: 'layout', share }));
      isFirst.current = false;
      const acts: Act[] = isGrid ? [{ kind: 'layout', name: 'grid', root: null, moment: 'mentioned', places }] : [];
      const steps = fromWord(word);
      // What cannot be read is lost too.
      let lost = steps.length === 0 ? 0 : word.split('.').length - steps.length;
      let failure: unknown = null;
      for (const step of steps) {
        const scene = sceneOf(base, places, acts);
        const meant = resolved(step, scene);
        const act =
          meant &&
          (await perform(worker, meant, scene, now.current).catch((error: unknown) => {
            if (!isGone(error)) failure = error;
            return null;
          }));
        if (!isCurrent) return;
        // What comes after it was done to a picture that had it.
        if (failure !== null) break;
        if (act) acts.push(act);
        else lost += 1;
      }
      isPartial.current = failure !== null;
      if (!isCurrent) return;
      setLaid({ base, places });
      dispatch({ type: 'reset', done: acts });
      setBusy(null);
      if (failure !== null)
        toast.failed(t.linkUnread, failure, {
          detail: `${messageOf(failure)} ${t.linkKept}`,
          action: { label: t.linkAgain, onClick: again },
        });
      else if (lost > 0) toast.note(t.lostSteps(lost));
      isDone = true;
    };
    void load().catch((error) => {
      if (!isCurrent) return;
      setBusy(null);
      toast.failed(t.layoutFailed, error);
    });
    return () => {
      isCurrent = false;
      if (isDone) return;
      worker.cancel();
      shown.current = { base: null, word: '', attempt };
    };
  }, [base, word, attempt]);

  useEffect(() => {
    const worker = layouter.current!;
    return () => worker.cancel();
  }, []);

  const says = useRef(onWord);
  says.current = onWord;
  const done = history.done;
  useEffect(() => {
    if (!laid || shown.current.base !== laid.base || isPartial.current) return;
    const next = toWord(done);
    if (next === shown.current.word) return;
    const fits = next.length <= MAX_WORD;
    shown.current = { ...shown.current, base: laid.base, word: fits ? next : '' };
    says.current(fits ? next : null);
  }, [laid, done]);

  const graph = scene?.graph;
  useEffect(() => {
    if (!graph) return;
    let isCurrent = true;
    const task = taskOf(graph, 'force', { moment: 'mentioned' });
    layouter.current!.groups(task).then(
      (found) => isCurrent && setGroups(new Map(graph.nodes.map(({ id }, i) => [id, found[i]!]))),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [graph]);

  /** `undefined`: it failed, which is said, or the picture that it was meant for is gone. null: nothing comes of it. */
  const actNow = useCallback(async (step: Step, meantFor: Graph | undefined): Promise<Act | null | undefined> => {
    const { scene, base, ...rest } = now.current;
    if (!scene || base !== meantFor) return undefined;
    const isSlow = step.kind === 'layout' || step.kind === 'expand' || step.kind === 'bring' || step.kind === 'path';
    if (isSlow) setBusy({ what: step.kind, share: 0 });
    try {
      const made = await perform(layouter.current!, step, scene, rest, (share) => setBusy({ what: 'layout', share }));
      if (now.current.base !== meantFor) return undefined;
      isPartial.current = false;
      // At once, so that what waits is done to the picture with it.
      if (made) flushSync(() => dispatch({ type: 'act', act: made }));
      return made;
    } catch (error) {
      if (!(error instanceof Cancelled)) toast.failed(isSlow && step.kind !== 'layout' ? FAILED[step.kind] : t.layoutFailed, error);
      return undefined;
    } finally {
      if (isSlow) setBusy(null);
    }
  }, []);
  const inTurn = useCallback(<T>(work: () => T): Promise<Awaited<T>> => {
    const done = queue.current.then(work) as Promise<Awaited<T>>;
    queue.current = done.catch(() => undefined);
    return done;
  }, []);
  const act = useCallback(
    (step: Step): Promise<Act | null | undefined> => {
      const meantFor = now.current.base;
      return inTurn(() => actNow(step, meantFor));
    },
    [inTurn, actNow],
  );

  const step = useCallback(
    (type: 'undo' | 'redo') =>
      void inTurn(() => {
        announce(type === 'undo' ? t.undone : t.redone);
        flushSync(() => dispatch({ type }));
      }),
    [inTurn],
  );
  const undo = useCallback(() => step('undo'), [step]);
  const redo = useCallback(() => step('redo'), [step]);
  const cancel = useCallback(() => {
    toast.note(isFirst.current ? t.stoppedFirst : t.stopped);
    layouter.current!.cancel();
  }, []);
  return {
    base: laid?.base,
    scene,
    groups,
    busy,
    act,
    undo,
    redo,
    cancel,
    canUndo: done.length > 0,
    canRedo: history.undone.length > 0,
    done,
  };
}

const FAILED = { expand: t.expandFailed, bring: t.expandFailed, path: t.pathFailed } as const;

export type Explored = ReturnType<typeof useExplorer>;

/** Whoever stops it gets a grid, which takes no time. */
async function layBase(
  worker: Layouter,
  base: Graph,
  moment: Moment,
  onShare: (share: number) => void,
): Promise<{ places: Places; isGrid: boolean }> {
  const task = taskOf(base, 'force', { moment });
  try {
    return { places: placesOf(base.nodes, await worker.layout(task, onShare)), isGrid: false };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    return { places: placesOf(base.nodes, grid(task)), isGrid: true };
  }
}

/** A step of a link, with whole ids; null: it is about what is not there. */
function resolved(step: Step, { graph }: Scene): Step | null {
  const whole = new Map(graph.nodes.map(({ id }) => [shortOf(id), id]));
  switch (step.kind) {
    case 'path': {
      const [from, to] = [whole.get(step.from), whole.get(step.to)];
      return from && to ? { ...step, from, to } : null;
    }
    case 'hide':
    case 'isolate': {
      const ids = step.ids.map((id) => whole.get(id)).filter((id) => id !== undefined);
      return ids.length > 0 ? { ...step, ids } : null;
    }
    case 'layout':
      return { ...step, root: step.root === null ? null : (whole.get(step.root) ?? null) };
    case 'show':
    case 'end':
    case 'bring':
      return step;
    default: {
      const id = whole.get(step.id);
      return id ? { ...step, id } : null;
    }
  }
}

/** What is not hidden, whatever else narrows the view. */
const unhidden = ({ graph, hidden }: Scene): Graph => ({
  nodes: graph.nodes.filter(({ id }) => !hidden.has(id)),
  edges: graph.edges.filter(({ source, target }) => !hidden.has(source) && !hidden.has(target)),
});

/** It is not there any more, as opposed to: nobody could tell. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);

/** What comes of a step on this scene; null: nothing. */
async function perform(
  worker: Layouter,
  step: Step,
  scene: Scene,
  { asking, moment }: { asking: Asking; moment: Moment },
  onShare: (share: number) => void = () => undefined,
): Promise<Act | null> {
  switch (step.kind) {
    case 'expand': {
      const known = new Set(scene.graph.nodes.map(({ id }) => id));
      const found = await readNewNeighbors(asking, step.id, known);
      if (found.nodes.length === 0) return null;
      return { ...step, kind: 'expand', brought: await settled(worker, scene, found, step.id, moment) };
    }
    case 'bring': {
      const known = new Set(scene.graph.nodes.map(({ id }) => id)).add(step.id);
      const [own, around] = await Promise.all([readNode(asking, step.id), readNewNeighbors(asking, step.id, known)]);
      const found = { nodes: [own, ...around.nodes], edges: around.edges };
      return { ...step, kind: 'bring', brought: await settled(worker, scene, found, step.id, moment) };
    }
    case 'path': {
      // What is drawn is a way too, also over what lies near in time, which no other bank-wide search follows.
      const drawn = wayIn(tiesOf(unhidden(scene)), step.from, step.to);
      const found = await readPath(asking, step.from, step.to);
      if (drawn && (!found.found || drawn.nodes.length <= found.nodes.length))
        return { ...step, ids: drawn.nodes, brought: NOTHING_BROUGHT };
      if (!found.found) return null;
      return { ...step, ids: found.nodes.map(({ id }) => id), brought: await settled(worker, scene, found, step.from, moment) };
    }
    case 'only': {
      const around = tiesOf(unhidden(scene)).get(step.id) ?? [];
      return { kind: 'isolate', about: step.id, ids: [step.id, ...new Set(around.map(({ other }) => other))] };
    }
    case 'layout': {
      const task = taskOf(scene.graph, step.name, { moment: step.moment, root: step.root });
      return { ...step, places: placesOf(scene.graph.nodes, await worker.layout(task, onShare)) };
    }
    case 'pin':
      // As a link can say it.
      return { kind: 'pin', id: step.id, at: { x: Math.round(step.x), y: Math.round(step.y) } };
    case 'unpin':
      return { kind: 'unpin', id: step.id };
    default:
      return step;
  }
}

/** Newcomers find a place about what brought them. */
async function settled(
  worker: Layouter,
  scene: Scene,
  found: { readonly nodes: Graph['nodes']; readonly edges: readonly ExploredEdge[] },
  about: string,
  moment: Moment,
): Promise<Brought> {
  const known = new Set(scene.graph.nodes.map(({ id }) => id));
  const nodes = found.nodes.filter(({ id }) => !known.has(id));
  const graph = merged(scene.graph, { nodes, edges: found.edges });
  const edges = graph.edges.slice(scene.graph.edges.length);
  if (nodes.length === 0) return { ...NOTHING_BROUGHT, edges };
  const newcomers = new Set(nodes.map(({ id }) => id));
  const around = surroundings(graph, newcomers, scene.places, about);
  const laid = placesOf(around.nodes, await worker.layout(taskOf(around, 'near', { moment, fixed: scene.places })));
  return { nodes, edges, places: new Map([...laid].filter(([id]) => newcomers.has(id))) };
}
