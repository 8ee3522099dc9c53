import type { Job, JobServices } from '#lib/jobs/operations/port';
import { BUILTIN_MODEL } from '#lib/models/embeddings/builtin';
import type { Embedder } from '#lib/models/embeddings/port';
import type { LanguageModel } from '#lib/models/llm/port';

/**
 * A run that waits for a provider longer than a moment releases its place to other runs. So a
 * provider that hangs delays only its own callers.
 */

/** A wait that is not longer is a short one. */
export const MOMENT_MS = 50;

/** Tracks the waits of one run; several may be in progress at the same time. */
export function detachOf(place: { leave(): void; comeBack(): void }): Job['detached'] {
  let waits = 0;
  return async (work) => {
    let isLong = false;
    const moment = setTimeout(() => {
      isLong = true;
      if (waits++ === 0) place.leave();
    }, MOMENT_MS);
    try {
      return await work();
    } finally {
      clearTimeout(moment);
      if (isLong && --waits === 0) place.comeBack();
    }
  };
}

/** The same services, but calls to a provider are awaited detached. */
export const waitingDetached = (app: JobServices, detached: Job['detached']): JobServices => ({
  ...app,
  embedder: app.embedder.model === BUILTIN_MODEL ? app.embedder : patientEmbedder(app.embedder, detached),
  models: {
    ...app.models,
    of: (use, scope, once) => {
      const model = app.models.of(use, scope, once);
      return model && patientModel(model, detached);
    },
  },
});

const patientModel = (model: LanguageModel, detached: Job['detached']): LanguageModel => ({
  id: model.id,
  generate: (question, call) => detached(() => model.generate(question, call)),
  step: (step, call) => detached(() => model.step(step, call)),
});

/** The number of dimensions is only known after the first response of a provider. */
const patientEmbedder = (embedder: Embedder, detached: Job['detached']): Embedder => ({
  model: embedder.model,
  get dimensions() {
    return embedder.dimensions;
  },
  embed: (texts, options) => detached(() => embedder.embed(texts, options)),
  bookedTo: (work) => patientEmbedder(embedder.bookedTo?.(work) ?? embedder, detached),
});
