import type { ComponentType, createElement, ReactElement } from 'react';
import { type ImmutableMap, needsKey, shownRequest } from '#components/reference/try-it-out';
import { publicPages as t } from '#components/strings/public';

type Draw = typeof createElement;

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => ComponentType;
  specSelectors: { specStr: () => string; loadingStatus: () => string };
}

/**
 * Title, key and operations. Omits a second `main`, servers and models, and adjusts heading levels.
 */
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

/** A selector of the library for the request that was sent last, already bound to the state. */
type RequestSelector = (path: string, method: string) => ImmutableMap | null;

const shownFor =
  (sent: RequestSelector) =>
  (state: ImmutableMap, path: string, method: string): ImmutableMap | null => {
    const request = sent(path, method);
    const document = state.getIn(['json']) as ImmutableMap | undefined; // the parsed document, a map
    return request && shownRequest(request, document !== undefined && needsKey(document, path, method));
  };

/**
 * Swagger UI as part of a page, rendered by its own copy of React. The button of an operation
 * contains no link; the URL follows the button.
 */
// biome-ignore-start lint/correctness/noComponentHookFactories: the library asks once, and has a React of its own
export const asPart = ({ React: { createElement: h } }: { React: { createElement: Draw } }) => ({
  components: {
    Part: (props: LayoutProps) => layout(h, props),
    DeepLink: ({ text }: { text: string }) => h('span', null, text),
  },
  // The curl command is made from this request.
  statePlugins: { spec: { wrapSelectors: { mutatedRequestFor: shownFor } } },
});
// biome-ignore-end lint/correctness/noComponentHookFactories: above
