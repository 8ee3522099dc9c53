export { PageMissing as default } from '#components/shell/blocked';
