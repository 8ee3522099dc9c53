'use client';

import 'swagger-ui-dist/swagger-ui.css';
import '#components/reference/reference.css';
import { useEffect, useRef, useState } from 'react';

/** The API reference, drawn by Swagger UI from this server's own document. The bundle is loaded by this page alone. */
export function Reference({ document }: { document: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');

  useEffect(() => {
    const domNode = place.current;
    if (!domNode || domNode.hasChildNodes()) return;
    import('swagger-ui-dist/swagger-ui-es-bundle.js').then(
      ({ default: SwaggerUI }) =>
        SwaggerUI({
          url: document,
          domNode,
          deepLinking: true,
          docExpansion: 'list',
          defaultModelsExpandDepth: -1,
          defaultModelRendering: 'example',
          displayRequestDuration: true,
          persistAuthorization: false,
          syntaxHighlight: { activated: true, theme: 'nord' },
          tryItOutEnabled: false,
          validatorUrl: null,
          onComplete: () => setState('shown'),
        }),
      () => setState('failed'),
    );
  }, [document]);

  return (
    <>
      {state === 'loading' && <p className="reference-note">Reading {document} …</p>}
      {state === 'failed' && (
        <p className="reference-note" role="alert">
          The reference could not be loaded. The document itself is at <a href={document}>{document}</a>.
        </p>
      )}
      <div ref={place} className="reference" />
    </>
  );
}
