import { events, wantsEvents } from '#lib/http/events';
import { resource, route } from '#lib/http/route';
import { modelLayer } from '#lib/mental-models/layer';
import { reflect } from '#lib/reflect/contract';
import * as service from '#lib/reflect/service';
import { toEvent } from '#lib/reflect/view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(reflect, ({ app, scope, body, request }) => {
    const services = { ...app, mentalModels: modelLayer };
    if (!wantsEvents(request.headers)) return service.reflect(services, scope, body, { signal: request.signal });
    return events(reflect, request, (tell, signal) =>
      service.reflect(services, scope, body, {
        signal,
        hear(heard) {
          const { event, data } = toEvent(heard);
          tell(event, data);
        },
      }),
    );
  }),
});
