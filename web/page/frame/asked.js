/** Whether the page stands in another one's frame, as its address says (#embed). */
export const isEmbed = () => /[#&]embed(&|$)/.test(location.hash);
