import { type Picture, toSvg } from '#components/graph/draw/svg';
import type { Graph, Positions } from '#components/graph/model';
import { present } from '#lib/base/defined';
import { csvLine } from '#lib/base/text/csv';

/** Exports the picture and its data as files. */

export const svgBlob = (picture: Picture): Blob => new Blob([toSvg(picture).svg], { type: 'image/svg+xml' });

/** The same drawing as pixels. */
export async function pngBlob(picture: Picture, scale: number): Promise<Blob> {
  const { svg, width, height } = toSvg(picture);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  present(canvas.getContext('2d')).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** The Cytoscape format: elements with positions. */
export const toJson = ({ nodes, edges }: Graph, places: Positions, about: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    {
      data: about,
      elements: {
        nodes: nodes.map(({ first, last, ...data }) => ({
          data: {
            ...data,
            first_mentioned: first.mentioned,
            last_mentioned: last.mentioned,
            occurred: first.occurred,
            created: first.created,
          },
          position: places.get(data.id),
        })),
        edges: edges.map((data) => ({ data })),
      },
    },
    null,
    1,
  );

export const nodesCsv = ({ nodes, edges }: Graph): string => {
  const links = new Map<string, number>();
  for (const { source, target } of edges) for (const id of [source, target]) links.set(id, (links.get(id) ?? 0) + 1);
  return [
    csvLine([
      'id',
      'kind',
      'label',
      'entity_kind',
      'category',
      'mentions',
      'links',
      'first_mentioned',
      'last_mentioned',
      'occurred',
      'created',
    ]),
    ...nodes.map(({ id, kind, label, entity_kind, category, mentions, first, last }) =>
      csvLine([
        id,
        kind,
        label,
        entity_kind,
        category,
        String(mentions),
        String(links.get(id) ?? 0),
        first.mentioned,
        last.mentioned,
        first.occurred,
        first.created,
      ]),
    ),
  ].join('');
};

export const edgesCsv = ({ nodes, edges }: Graph): string => {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return [
    csvLine(['source', 'target', 'kind', 'weight', 'source_label', 'target_label']),
    ...edges.map(({ source, target, kind, weight }) =>
      csvLine([source, target, kind, String(weight), labels.get(source) ?? null, labels.get(target) ?? null]),
    ),
  ].join('');
};
