import { onContentUpdated } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import FlowPicture from './FlowPicture.vue';
import { showOwnUrl } from './own-url.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      onContentUpdated(showOwnUrl);
      return () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(FlowPicture) });
    },
  },
};
