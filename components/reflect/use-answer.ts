'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Answer, ReflectProgress } from '#components/reflect/answer';
import type { ReflectInput } from '#components/reflect/question';
import { type AnswerKey, readSavedAnswer, saveAnswer } from '#components/reflect/saved-answer';
import { listen, type ProgressEvent } from '#lib/api/call';
import { reflect } from '#lib/api/calls';
import type { reflectEvents } from '#lib/memory/reflect/contract';

interface State {
  /** Running, stopped or failed. Null before the first question and after an answer. */
  readonly current: { readonly is: 'asking' | 'stopped' | 'failed'; readonly progress: ReflectProgress; readonly error?: unknown } | null;
  /** The last complete answer. */
  readonly answer: Answer | null;
}

/**
 * Asks only on request, because it may cost tokens. `stop` and leaving the page also stop the
 * server. A page whose question equals the last `asked` restores its answer.
 */
export function useAnswer(place: AnswerKey, asked: ReflectInput) {
  const [org, bankId] = place;
  const client = useQueryClient();
  const [saved] = useState(() => readSavedAnswer(client, place, asked));
  const [state, set] = useState<State>({ current: null, answer: saved });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const ask = async (body: ReflectInput) => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    let progress: ReflectProgress = { request: body, startedAt: Date.now(), steps: [], found: [], text: '' };
    const setState = (is: 'asking' | 'failed', error?: unknown) => {
      if (controller.current === mine && !mine.signal.aborted)
        set(({ answer }) => ({ current: { is, progress: progress, error }, answer }));
    };
    setState('asking');
    try {
      const result = await listen(
        reflect,
        (event: ProgressEvent<typeof reflectEvents>) => {
          progress = withEvent(progress, event);
          setState('asking');
        },
        { org, bankId, body, signal: mine.signal },
      );
      if (mine.signal.aborted) return;
      const now = Date.now();
      const answer: Answer = { progress: progress, result, at: new Date(now).toISOString(), tookMs: now - progress.startedAt };
      saveAnswer(client, place, answer);
      set({ current: null, answer });
    } catch (error) {
      setState('failed', error);
    }
  };
  const stop = () => {
    controller.current?.abort();
    set(({ current, answer }) => ({ current: current && { is: 'stopped', progress: current.progress }, answer }));
  };
  return {
    ...state,
    /** The answer was restored. */
    isSaved: saved !== null && state.answer === saved,
    isAsking: state.current?.is === 'asking',
    ask: (body: ReflectInput) => void ask(body),
    stop,
  };
}

function withEvent(progress: ReflectProgress, event: ProgressEvent<typeof reflectEvents>): ReflectProgress {
  switch (event.event) {
    case 'step':
      return { ...progress, steps: [...progress.steps, event.data] };
    case 'evidence':
      return { ...progress, found: [...progress.found, ...event.data.items] };
    case 'text':
      return { ...progress, text: progress.text + event.data.delta };
    // An event of a newer server.
    default:
      return progress;
  }
}
