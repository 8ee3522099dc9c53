import cytoscape from 'cytoscape';
import extension from 'cytoscape-fcose';
import { hashOf, seedOf, withChance } from '#components/graph/layout/chance';
import { type Coordinates, type LayoutTask, STEP } from '#components/graph/layout/task';
import { defined } from '#lib/base/defined';

cytoscape.use(extension);

interface InitialLayout {
  readonly start: Coordinates;
  readonly fixed: readonly ({ readonly x: number; readonly y: number } | null)[];
}

/** fcose without rendering. Nodes in `fixed` do not move. */
export function fcose(ids: readonly string[], edges: LayoutTask['edges'], placed?: InitialLayout): Coordinates {
  const reach = Math.sqrt(ids.length) * STEP;
  const startOf = (id: string, i: number) => {
    const [x, y] = placed ? [defined(placed.start[i * 2]), defined(placed.start[i * 2 + 1])] : seedOf(id, reach);
    return { x, y };
  };
  const cy = cytoscape({
    headless: true,
    styleEnabled: false,
    elements: [
      ...ids.map((id, i) => ({ data: { id: String(i) }, position: startOf(id, i) })),
      ...edges.map(([a, b], i) => ({ data: { id: `e${i}`, source: String(a), target: String(b) } })),
    ],
  });
  const options = {
    name: 'fcose',
    quality: 'default',
    randomize: !placed,
    animate: false,
    fit: false,
    packComponents: false,
    idealEdgeLength: STEP * 0.85,
    nodeRepulsion: 4200,
    nodeSeparation: STEP,
    gravity: 0.2,
    numIter: placed ? 800 : 2500,
    ...(placed && {
      fixedNodeConstraint: placed.fixed.flatMap((position, i) => (position ? [{ nodeId: String(i), position }] : [])),
    }),
  };
  withChance(hashOf(ids.join()), () => cy.layout(options as cytoscape.LayoutOptions).run());
  const laid = new Float64Array(ids.length * 2);
  cy.nodes().forEach((node) => {
    const { x, y } = node.position();
    laid.set([x, y], Number(node.id()) * 2);
  });
  cy.destroy();
  return laid;
}
