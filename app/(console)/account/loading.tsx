export { PageLoading as default } from '#components/shell/blocked';
