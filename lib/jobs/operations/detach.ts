import type { Job, JobServices } from '#lib/jobs/operations/port';
import { BUILTIN_MODEL } from '#lib/models/embeddings/builtin';
import type { Embedder } from '#lib/models/embeddings/port';
import type { Model } from '#lib/models/llm/port';

/**
 * A run that waits for somebody else, for longer than a moment, leaves its place to others: a provider that hangs keeps nobody waiting but
 * those who asked it.
 */

const MOMENT_MS = 50;

/** The waits of one run; several may be under way at once. */
export function detachOf(place: { leave(): void; comeBack(): void }): Job['aside'] {
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

/** The same services; what is asked of a provider is waited for aside. */
export const waitingDetached = (app: JobServices, aside: Job['aside']): JobServices => ({
  ...app,
  embedder: app.embedder.model === BUILTIN_MODEL ? app.embedder : patientEmbedder(app.embedder, aside),
  models: {
    ...app.models,
    of: (use, scope, once) => {
      const model = app.models.of(use, scope, once);
      return model && patientModel(model, aside);
    },
  },
});

const patientModel = (model: Model, aside: Job['aside']): Model => ({
  id: model.id,
  generate: (question, call) => aside(() => model.generate(question, call)),
  step: (step, call) => aside(() => model.step(step, call)),
});

/** How many dimensions it has is known with its first answer. */
const patientEmbedder = (embedder: Embedder, aside: Job['aside']): Embedder => ({
  model: embedder.model,
  get dimensions() {
    return embedder.dimensions;
  },
  embed: (texts, options) => aside(() => embedder.embed(texts, options)),
  bookedTo: (work) => patientEmbedder(embedder.bookedTo?.(work) ?? embedder, aside),
});
