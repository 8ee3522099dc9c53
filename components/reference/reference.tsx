'use client';

import { publicPages as t } from '#components/strings/public';
import { Phrase } from '#components/ui/phrase';
import 'swagger-ui-dist/swagger-ui.css';
import '#components/reference/reference.css';
import { useTheme } from 'next-themes';
import { useEffect, useRef, useState } from 'react';
import { asPart } from '#components/reference/plugin';
import { KEY_PLACEHOLDER, requestOf, type TryRequest } from '#components/reference/try-it-out';
import { Select } from '#components/ui/field';
import type { Me } from '#lib/access/people/contract';

interface ReferenceOperation {
  get(name: 'method'): string;
}
const isDelete = (operation: ReferenceOperation): boolean => operation.get('method') === 'delete';

interface ReferenceProps {
  /** URL of the OpenAPI document. */
  document: string;
  /** Organizations of the user. Empty if nobody is signed in. */
  organizations: Me['organizations'];
  /** Slug of the organization that is preselected, or null if there is none. */
  preselected: string | null;
}

/** The API reference: Swagger UI with this server’s document. Only this page loads the bundle. */
export function Reference({ document: address, organizations, preselected }: ReferenceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [slug, setSlug] = useState(preselected);
  // The library is given its options once.
  const sentSlug = useRef(slug);
  useEffect(() => {
    sentSlug.current = slug;
  }, [slug]);
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
          requestInterceptor: (request: TryRequest) => requestOf(request, sentSlug.current),
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
      {state === 'shown' && slug !== null && (
        <p className="reference-note">
          <Phrase
            text={t.trySession}
            organization={<OrganizationOfTry organizations={organizations} slug={slug} onChange={setSlug} />}
            placeholder={<code className="font-mono text-12">{KEY_PLACEHOLDER}</code>}
          />
        </p>
      )}
      {/* The library has only styles from left to right. */}
      <div ref={place} dir="ltr" className="reference" />
    </>
  );
}

interface OrganizationOfTryProps {
  organizations: Me['organizations'];
  slug: string;
  onChange: (slug: string) => void;
}

/** The organization in which operations are tried: its name, or a choice between several. */
function OrganizationOfTry({ organizations, slug, onChange }: OrganizationOfTryProps) {
  if (organizations.length < 2) return <b className="font-semibold text-ink">{organizations[0]?.name}</b>;
  return (
    <Select
      aria-label={t.tryOrganization}
      value={slug}
      onChange={({ target }) => onChange(target.value)}
      className="!inline-block max-w-64 align-middle"
    >
      {organizations.map((each) => (
        <option key={each.slug} value={each.slug}>
          {each.name}
        </option>
      ))}
    </Select>
  );
}
