'use client';

import { publicPages as t } from '#components/strings/public';
import { Phrase } from '#components/ui/phrase';
import 'swagger-ui-dist/swagger-ui.css';
import '#components/reference/reference.css';
import { useTheme } from 'next-themes';
import { useEffect, useRef, useState } from 'react';
import { asPart } from '#components/reference/plugin';

interface ReferenceOperation {
  get(name: 'method'): string;
}
const isDelete = (operation: ReferenceOperation): boolean => operation.get('method') === 'delete';

/** The API reference: Swagger UI with this server’s document. Only this page loads the bundle. */
export function Reference({ document: address }: { document: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');

  // Swagger UI has its own dark theme, enabled by a class of the document.
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', resolvedTheme === 'dark');
    return () => document.documentElement.classList.remove('dark-mode');
  }, [resolvedTheme]);

  useEffect(() => {
    const domNode = place.current;
    if (!domNode || domNode.hasChildNodes()) return;
    import('swagger-ui-dist/swagger-ui-es-bundle.js').then(
      ({ default: SwaggerUI }) =>
        SwaggerUI({
          url: address,
          domNode,
          layout: 'Part',
          plugins: [asPart],
          deepLinking: true,
          docExpansion: 'list',
          // Delete operations come last in their chapter; others keep the order of the document.
          operationsSorter: (a: ReferenceOperation, b: ReferenceOperation) => Number(isDelete(a)) - Number(isDelete(b)),
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
  }, [address]);

  return (
    <>
      {state === 'loading' && <p className="reference-note">{t.referenceLoading(address)}</p>}
      {state === 'failed' && (
        <p className="reference-note" role="alert">
          <Phrase text={t.referenceFailed} address={<a href={address}>{address}</a>} />
        </p>
      )}
      {/* The library has only styles from left to right. */}
      <div ref={place} dir="ltr" className="reference" />
    </>
  );
}
