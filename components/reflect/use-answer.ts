'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Answer, Heard } from '#components/reflect/answer';
import type { ReflectInput } from '#components/reflect/question';
import { type Place, readSavedAnswer, saveAnswer } from '#components/reflect/saved-answer';
import { listen, type ProgressEvent } from '#lib/api/call';
import { reflect } from '#lib/api/calls';
import type { reflectEvents } from '#lib/memory/reflect/contract';

interface State {
  /** Running, stopped or failed. Null before the first question and after an answer. */
  readonly current: { readonly is: 'asking' | 'stopped' | 'failed'; readonly heard: Heard; readonly error?: unknown } | null;
  /** The last complete answer. */
  readonly answer: Answer | null;
}

/**
 * Asks only on request, because it may cost tokens. `stop` and leaving the page also stop the
 * server. A page whose question equals the last `asked` restores its answer.
 */
export function useAnswer(place: Place, asked: ReflectInput) {
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
    let heard: Heard = { asked: body, begun: Date.now(), steps: [], found: [], text: '' };
    const setState = (is: 'asking' | 'failed', error?: unknown) => {
      if (controller.current === mine && !mine.signal.aborted) set(({ answer }) => ({ current: { is, heard, error }, answer }));
    };
    setState('asking');
    try {
      const result = await listen(
        reflect,
        (event: ProgressEvent<typeof reflectEvents>) => {
          heard = heardMore(heard, event);
          setState('asking');
        },
        { org, bankId, body, signal: mine.signal },
      );
      if (mine.signal.aborted) return;
      const now = Date.now();
      const answer: Answer = { heard, result, at: new Date(now).toISOString(), tookMs: now - heard.begun };
      saveAnswer(client, place, answer);
      set({ current: null, answer });
    } catch (error) {
      setState('failed', error);
    }
  };
  const stop = () => {
    controller.current?.abort();
    set(({ current, answer }) => ({ current: current && { is: 'stopped', heard: current.heard }, answer }));
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

function heardMore(heard: Heard, event: ProgressEvent<typeof reflectEvents>): Heard {
  switch (event.event) {
    case 'step':
      return { ...heard, steps: [...heard.steps, event.data] };
    case 'evidence':
      return { ...heard, found: [...heard.found, ...event.data.items] };
    case 'text':
      return { ...heard, text: heard.text + event.data.delta };
    // An event of a newer server.
    default:
      return heard;
  }
}
