import type cytoscape from 'cytoscape';
import type { Ink } from '#components/graph/draw/ink';
import { FADED } from '#components/graph/draw/look';
import { MARKS, type Mark, outlineOf } from '#components/ui/outline';

/**
 * The Cytoscape style sheet. Values per node are in its data, so that a change of theme or coloring
 * changes only data.
 */

type Sheet = cytoscape.StylesheetJson;
/** Size of a shape in a box from -1 to 1. */
const spanOf = (mark: Mark): number => (mark === 'observation' ? 1.8 : 2);

/**
 * Polygons, except the circle: Cytoscape caches the paths of its rounded shapes by size only,
 * regardless of their corners.
 */
const shaped = (mark: Mark): Sheet[number] => ({
  selector: `node[mark="${mark}"]`,
  style:
    mark === 'experience'
      ? { shape: 'ellipse' }
      : { shape: 'polygon', 'shape-polygon-points': outlineOf(mark, spanOf(mark)).flat().join(' ') },
});

export const sheetOf = (ink: Pick<Ink, 'link' | 'accent'>): Sheet => [
  {
    selector: 'node',
    style: {
      width: 'data(size)',
      height: 'data(size)',
      'background-color': 'data(fill)',
      'border-color': 'data(stroke)',
      'border-width': 1.5,
      'overlay-opacity': 0,
    },
  },
  ...MARKS.map(shaped),
  { selector: 'node.dim', style: { opacity: 0.35 } },
  { selector: 'node.fresh', style: { opacity: 1 } },
  { selector: 'node.pinned', style: { 'border-width': 3 } },
  { selector: 'node.way', style: { 'border-color': ink.accent, 'border-width': 3 } },
  { selector: 'node.selected', style: { 'background-color': ink.accent, 'border-color': ink.accent } },
  {
    selector: 'edge',
    style: {
      width: 'data(width)',
      // Weak links are transparent: in a conversation, everything is linked to the speakers.
      opacity: 'mapData(width, 0.7, 1.8, 0.45, 1)' as unknown as number,
      'line-color': ink.link,
      'curve-style': 'haystack',
      'haystack-radius': 0,
      'overlay-opacity': 0,
    },
  },
  { selector: 'edge[kind="proves"]', style: { 'line-style': 'dashed', 'line-dash-pattern': [4, 3] } },
  {
    selector: 'edge[kind="caused_by"]',
    style: { 'curve-style': 'straight', 'target-arrow-shape': 'triangle', 'target-arrow-color': ink.link, 'arrow-scale': 0.7 },
  },
  { selector: 'edge.dim', style: { opacity: 0.25 } },
  { selector: 'edge.across', style: { opacity: FADED } },
  { selector: 'edge.hot', style: { 'line-color': ink.accent, 'target-arrow-color': ink.accent, opacity: 1, 'z-index': 2 } },
  { selector: 'edge.many', style: { opacity: 0.3, width: 1 } },
];
/** Used until the theme is known. */
export const SHEET = sheetOf({ link: '#999999', accent: '#007a7a' });
