/** Parts of the overview that load after the page, because they need the words of mental models. */
export { RecentMentalModels } from '#components/overview/recent-models';
export { SinceYesterday } from '#components/overview/since';
