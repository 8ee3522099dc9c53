import type { ComponentType, createElement, ReactElement } from 'react';
import { publicPages as t } from '#components/strings/public';

type Draw = typeof createElement;

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => ComponentType;
  specSelectors: { specStr: () => string; loadingStatus: () => string };
}

/** Title, key and operations: no second `main`, no servers, no models; the headings of its chapters stand below one of their own. */
const layout = (h: Draw, { getComponent, specSelectors }: LayoutProps): ReactElement =>
  h(
    'div',
    { className: 'swagger-ui' },
    h(getComponent('SvgAssets')),
    h(getComponent('errors', true)),
    specSelectors.specStr() && specSelectors.loadingStatus() !== 'loading'
      ? h(
          'div',
          { className: 'wrapper' },
          h(getComponent('InfoContainer', true)),
          h('div', { className: 'scheme-container' }, h('div', { className: 'schemes' }, h(getComponent('AuthorizeBtnContainer', true)))),
          h('h2', { className: 'sr-only' }, t.endpoints),
          h(getComponent('operations', true)),
        )
      : null,
  );

/**
 * Swagger UI as a part of a page instead of a whole one, drawn by its own copy of React. No link lies inside of the button that opens an
 * operation: the address follows the button by itself.
 */
// biome-ignore-start lint/correctness/noComponentHookFactories: the library asks once, and has a React of its own
export const asPart = ({ React: { createElement: h } }: { React: { createElement: Draw } }) => ({
  components: {
    Part: (props: LayoutProps) => layout(h, props),
    DeepLink: ({ text }: { text: string }) => h('span', null, text),
  },
});
// biome-ignore-end lint/correctness/noComponentHookFactories: above
