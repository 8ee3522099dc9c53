import type { SessionRow } from '#lib/access/sessions/service';
import { mintPersonScope, type Origin, type PersonScope } from '#lib/base/scope';

export const personOf = (session: SessionRow, request: Origin): PersonScope =>
  mintPersonScope({
    userId: session.userId,
    email: session.email,
    name: session.name,
    sessionId: session.id,
    method: session.method,
    request,
  });
