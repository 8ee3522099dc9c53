import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: 'Los atajos de una sola tecla funcionan cuando no estás escribiendo.',
  list: [
    { keys: ['Ctrl', 'K'], does: 'Buscar o ir a' },
    { keys: ['/'], does: 'Buscar en la lista' },
    { keys: ['J'], does: 'Fila siguiente' },
    { keys: ['K'], does: 'Fila anterior' },
    { keys: ['Intro'], does: 'Abrir la fila' },
    { keys: ['X'], does: 'Seleccionar la fila' },
    { keys: ['Esc'], does: 'Cerrar el panel abierto' },
    { keys: ['N'], does: 'Cambio siguiente, al comparar versiones' },
    { keys: ['P'], does: 'Cambio anterior' },
    { keys: ['['], does: 'Par de versiones anterior' },
    { keys: [']'], does: 'Par de versiones siguiente' },
    { keys: ['Alt', '↑'], does: 'Mover una página o carpeta' },
    { keys: ['F2'], does: 'Cambiar el nombre de una página o carpeta' },
    { keys: ['Ctrl', 'Intro'], does: 'Enviar el formulario' },
    { keys: ['?'], does: 'Mostrar esta lista' },
  ],
};
