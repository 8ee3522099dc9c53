declare module 'cytoscape-fcose' {
  import type { Ext } from 'cytoscape';

  const extension: Ext;
  export default extension;
}
