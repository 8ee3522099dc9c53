import { events, wantsEvents } from '#lib/api/events';
import { resource, route } from '#lib/api/route';
import { modelLayer } from '#lib/memory/mental-models/layer';
import { reflect } from '#lib/memory/reflect/contract';
import * as service from '#lib/memory/reflect/service';
import { toEvent } from '#lib/memory/reflect/view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(reflect, ({ app, scope, body, request }) => {
    const services = { ...app, mentalModels: modelLayer };
    if (!wantsEvents(request.headers)) return service.reflect(services, scope, body, { signal: request.signal });
    return events(reflect, request, (send, signal) =>
      service.reflect(services, scope, body, {
        signal,
        onEvent(progress) {
          const { event, data } = toEvent(progress);
          send(event, data);
        },
      }),
    );
  }),
});
