import { mintPersonScope, type Origin, type PersonScope } from '#lib/scope';
import type { SessionRow } from '#lib/sessions/service';

export const personOf = (session: SessionRow, request: Origin): PersonScope =>
  mintPersonScope({
    userId: session.userId,
    email: session.email,
    name: session.name,
    sessionId: session.id,
    method: session.method,
    request,
  });
